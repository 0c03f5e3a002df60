import CIS

extension Workload {
    /// W3: a hundred observers whose value does not change. W4: a large array changes in place.
    static var observers: [Workload] {
        [
            unaffected("W3a", "100 observers of stored fields, unaffected", budget: 0.12) { scene, called in
                scene.observe(\.selection, initially: false, onChange: called)
            },
            unaffected("W3b", "100 observers of computed values, unaffected", budget: 1.0) { scene, called in
                scene.observe({ $0.items.count }, initially: false, onChange: called)
            },
            unaffected("W3c", "100 key paths to computed values, unaffected", budget: nil) { scene, called in
                scene.observe(\.isEmpty, initially: false) { called($0 ? 1 : 0) }
            },
            element,
            registration,
        ]
    }

    /// X8k: what an observer of a field keeps on the heap, with its token. Plain: a closure with a selector and a last value.
    private static var registration: Workload {
        Workload(name: "X8k", title: "observer registered and kept", operations: 10_000, byteBudget: 200) { count in
            let (scene, _) = Tally.assemble()
            let plain = PlainBoard(items: 10)
            let calls = Cell()
            return Contest(
                cis: {
                    let (scene, store) = Tally.assemble()
                    var tokens: [ObservationToken] = []
                    tokens.reserveCapacity(count)
                    let before = calls.value
                    for _ in 0..<count {
                        tokens.append(scene.observe(\.count, initially: false) { _ in calls.value += 1 })
                    }
                    store.execute(.add(1))
                    withExtendedLifetime((tokens, scene)) {}
                    return calls.value - before
                },
                plain: {
                    let plain = PlainTally()
                    let before = calls.value
                    for _ in 0..<count { plain.observers.append { _ in calls.value += 1 } }
                    plain.execute(.add(1))
                    return calls.value - before
                }, expected: count,
                make: { scene.observe(\.count, initially: false) { _ in calls.value += 1 } },
                makePlain: {
                    plain.observe({ $0.items.count }, onChange: { _ in calls.value += 1 })
                    return plain
                })
        }
    }

    /// Half of the plain observers read a field, and half read the length of the array, both in the same way.
    private static func unaffected(
        _ name: String, _ title: String, budget: Double?,
        observe: @escaping (SceneRuntime<Board>, @escaping (Int) -> Void) -> ObservationToken
    ) -> Workload {
        Workload(name: name, title: title, operations: 20_000, budget: budget) { count in
            let (scene, store) = Board.assemble(items: 10)
            let calls = Cell()
            let tokens = (0..<100).map { _ in observe(scene) { _ in calls.value += 1 } }
            let plain = PlainBoard(items: 10)
            for _ in 0..<100 { plain.observe({ $0.items.count }, onChange: { _ in calls.value += 1 }) }
            return Contest(
                cis: {
                    let before = store.state.ticks
                    for _ in 0..<count { store.execute(.tick) }
                    withExtendedLifetime((tokens, scene)) {}
                    return store.state.ticks - before + calls.value
                },
                plain: {
                    let before = plain.state.ticks
                    for _ in 0..<count { plain.execute(.tick) }
                    return plain.state.ticks - before + calls.value
                }, expected: count)
        }
    }

    private static var element: Workload {
        Workload(name: "W4", title: "one element of 10,000, one observer", operations: 200_000, budget: 1.2) { count in
            let (scene, store) = Board.assemble(items: 10_000)
            let calls = Cell()
            let token = scene.observe({ $0.items.count }, initially: false) { _ in calls.value += 1 }
            let plain = PlainBoard(items: 10_000)
            plain.observe({ $0.items.count }, onChange: { _ in calls.value += 1 })
            return Contest(
                cis: {
                    for index in 0..<count { store.execute(.setItem(index % 10_000, index)) }
                    withExtendedLifetime((token, scene)) {}
                    return store.state.items[(count - 1) % 10_000] + calls.value
                },
                plain: {
                    for index in 0..<count { plain.executeInline(.setItem(index % 10_000, index)) }
                    return plain.state.items[(count - 1) % 10_000] + calls.value
                }, expected: count - 1)
        }
    }
}

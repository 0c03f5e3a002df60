import CIS

extension Workload {
    /// W5: actions from outside, one after the other, all at once, and on the main actor.
    static var actions: [Workload] {
        [
            Workload(name: "W5s", title: "action from outside, one by one", operations: 50_000, budget: 1.4) { count in
                tally(count, { await oneByOne(count, $0) }, { await oneByOne(count, $0) })
            },
            Workload(name: "W5c", title: "action from outside, all at once", operations: 50_000, budget: 3.0) { count in
                tally(count, { await allAtOnce(count, $0) }, { await allAtOnce(count, $0) })
            },
            Workload(name: "W5m", title: "action on the main actor", operations: 200_000, budget: 3.0) { count in
                tally(
                    count,
                    { scene in for _ in 0..<count { await scene.execute(.add).value } },
                    { plain in
                        for _ in 0..<count {
                            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                                await Task.immediate { plain.execute(.set(plain.state.domainState &+ 1)) }.value
                            } else {
                                await Task { plain.execute(.set(plain.state.domainState &+ 1)) }.value
                            }
                        }
                    })
            },
            inFlight("W5f", "action in flight: begins, waits, ends") { gate in
                let (scene, store) = Tally.assemble(gate: gate)
                return Waiting(scene: scene, start: { scene.execute(.wait) }, count: { store.state.count })
            },
        ]
    }

    private static func tally(
        _ count: Int, _ cis: @escaping (SceneRuntime<Tally>) async -> Void,
        _ plainSide: @escaping (PlainTally) async -> Void
    ) -> Contest {
        let scene = Tally.assemble().scene
        let plain = PlainTally()
        return Contest(
            cis: {
                let before = scene.state.count
                await cis(scene)
                return scene.state.count - before
            },
            plain: {
                let before = plain.state.count
                await plainSide(plain)
                return plain.state.count - before
            }, expected: count)
    }

    @concurrent
    private static func oneByOne(_ count: Int, _ scene: SceneRuntime<Tally>) async {
        for _ in 0..<count { await scene.execute(.addAfterWork).value }
    }

    @concurrent
    private static func oneByOne(_ count: Int, _ plain: PlainTally) async {
        for _ in 0..<count {
            await work()
            await plain.executeOnMainActor(.add(1))
        }
    }

    @concurrent
    private static func allAtOnce(_ count: Int, _ scene: SceneRuntime<Tally>) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { await scene.execute(.addAfterWork).value } }
        }
    }

    @concurrent
    private static func allAtOnce(_ count: Int, _ plain: PlainTally) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    await work()
                    await plain.executeOnMainActor(.add(1))
                }
            }
        }
    }
}

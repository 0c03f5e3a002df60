import CIS

extension Workload {
    /// W1, W2, W7: one number, no observer or one.
    static var mutations: [Workload] {
        [
            Workload(name: "W1", title: "mutation", operations: 1_000_000, budget: 0.5) { count in
                let store = Tally.assemble().store
                return tally(count, store) { for _ in 0..<count { store.execute(.add(1)) } }
            },
            Workload(name: "W1e", title: "mutation through any MutationReceiver", operations: 1_000_000, budget: 1.2) {
                count in
                let (scene, store) = Tally.assemble()
                let receiver: any MutationReceiver<Tally.Mutation> = store
                return tally(count, store) {
                    for _ in 0..<count { receiver.execute(.add(1)) }
                    withExtendedLifetime(scene) {}
                }
            },
            Workload(name: "W2", title: "mutation, one observer", operations: 1_000_000, budget: 0.7) { count in
                let (scene, store) = Tally.assemble()
                let seen = Cell()
                let token = scene.observe(\.count, initially: false) { seen.value &+= $0 & 1 }
                let plain = PlainTally()
                let plainSeen = Cell()
                plain.observers.append { plainSeen.value &+= $0.count & 1 }
                return Contest(
                    cis: {
                        let before = seen.value
                        for _ in 0..<count { store.execute(.add(1)) }
                        withExtendedLifetime((token, scene)) {}
                        return (seen.value - before) * 2 / count
                    },
                    plain: {
                        let before = plainSeen.value
                        for _ in 0..<count { plain.execute(.add(1)) }
                        return (plainSeen.value - before) * 2 / count
                    }, expected: 1)
            },
        ]
    }

    /// Both sides count to the same number.
    static func tally(_ count: Int, _ store: TallyStore, _ body: @escaping () -> Void) -> Contest {
        let plain = PlainTally()
        return Contest(
            cis: {
                let before = store.state.count
                body()
                return store.state.count - before
            },
            plain: {
                let before = plain.state.count
                for _ in 0..<count { plain.execute(.add(1)) }
                return plain.state.count - before
            }, expected: count)
    }

    /// W7: ten turns, each with 10,000 mutations and an observer that is called once per turn.
    static var oncePerTurn: Workload {
        Workload(name: "W7", title: "mutation, observer once per turn", operations: 100_000, budget: 1.2) { count in
            let turns = 10
            let (scene, store) = Tally.assemble()
            let calls = Cell()
            let token = scene.observe(\.count, delivery: .oncePerTurn, initially: false) { _ in calls.value += 1 }
            let plain = PlainTally()
            let plainCalls = Cell()
            plain.observers.append { _ in plainCalls.value += 1 }
            return Contest(
                cis: {
                    let before = calls.value
                    for _ in 0..<turns {
                        for _ in 0..<count / turns { store.execute(.add(1)) }
                        // This task is behind the delivery in the main actor's queue. When it has run, the turn is over.
                        await Task { @MainActor in }.value
                    }
                    withExtendedLifetime((token, scene)) {}
                    return calls.value - before
                },
                plain: {
                    let before = plainCalls.value
                    for _ in 0..<count { plain.execute(.add(1)) }
                    return (plainCalls.value - before) / count * turns
                }, expected: turns)
        }
    }
}

/// A counter that a closure shares with its creator.
final class Cell {
    var value = 0
}

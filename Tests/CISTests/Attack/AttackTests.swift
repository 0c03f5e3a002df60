import TestSupport
import Testing

/// Random programs of mutate, execute, post, observe, cancel and stop, from actions, observers, side effects, deinits
/// and plain blocks of the main queue. With full effort, each run has 100,000 actions. Each action is compared with the
/// guarantees G1 to G7.
@MainActor
@Suite struct `Random attack` {
    private static let actionsPerProgram = 500
    private static let programs = repetitions(200, atLeast: 40)

    @Test(arguments: [false, true])
    func `no random program makes a scene break a promise`(whereEveryStartIsDeferred defersStarts: Bool) async {
        for seed in seeds(Self.programs, for: "random attack") {
            let world = AttackWorld(seed: seed, actions: Self.actionsPerProgram, defersStarts: defersStarts)
            await world.run()
            if let failure = world.failures.first {
                Issue.record("CIS_SEED=\(seed): \(failure)")
                return
            }
        }
    }

    @Test func `letting the main queue pass suspends the action, in release builds too`() async {
        var order: [String] = []
        let task = Task.immediate {
            await mainQueueTurn()
            order.append("resumed")
        }
        order.append("suspended")
        await task.value
        #expect(order == ["suspended", "resumed"])
    }
}

import CIS
import TestSupport
import Testing

/// The laws of policies, over random sequences of events. Every event is also compared with a naive model.
@Suite struct `Policy laws` {
    private static let stepsPerSequence = 150
    private static let sequencesPerMix = repetitions(120, atLeast: fewerWhenSanitized(12))

    @Test(arguments: PolicyMix.allCases)
    func `every policy obeys its laws and follows the model under random events`(mix: PolicyMix) {
        var met: [String: Int] = [:]
        var eventCount = 0
        let seeds = seeds(Self.sequencesPerMix, for: "policies, \(mix)")
        for seed in seeds {
            let world = live(SchedulerSimulation(mix, seed: seed))
            if let failure = world.failure {
                let history = live(SchedulerSimulation(mix, seed: seed, keepsHistory: true)).history ?? []
                Issue.record("CIS_SEED=\(seed) with \(mix): \(failure), after:\n\(history.joined(separator: "\n"))")
                return
            }
            eventCount += world.eventCount
            met.merge(world.checker.met) { $0 + $1 }
        }
        // With fewer seeds, as under the thread sanitizer, some cases may not occur.
        guard seeds.count >= 12 else { return }
        // Every case must occur, and with full effort, which is more than 100,000 events, each must occur often.
        #expect(eventCount > 105 * seeds.count)
        let often = seeds.count < 120 ? 0 : 100
        for decision in mix.decisions { #expect(met[decision] ?? 0 > often, "\(decision)") }
    }

    private func live(_ world: SchedulerSimulation) -> SchedulerSimulation {
        var world = world
        for _ in 0..<Self.stepsPerSequence where world.failure == nil { world.step() }
        world.settle()
        return world
    }
}

extension PolicyMix {
    /// The decisions that must occur often with this mix.
    fileprivate var decisions: [String] {
        switch self {
        case .rules, .debounce, .cancelling, .nesting: ["start", "busy", "replaced", "cancelledBeforeStart"]
        case .throttle: ["start", "busy", "replaced", "cancelledBeforeStart", "throttled"]
        case .timeouts: ["start", "busy", "replaced", "cancelledBeforeStart", "timedOut"]
        case .timedNesting, .everything:
            ["start", "busy", "replaced", "cancelledBeforeStart", "throttled", "timedOut"]
        }
    }
}

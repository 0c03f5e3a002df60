import CIS
import CISTesting
import TestSupport
import Testing

/// The mistakes of ``Pair`` are found soon, and the same scenes without them raise no alarm.
@MainActor
@Suite struct `Exploration: pairs of mistakes and correct scenes` {
    private func explored(
        _ pair: Pair, isRacy: Bool, seeds: Int = 500
    ) async -> (result: Exploration, found: [TestFailure]) {
        let (result, found) = await outcome {
            await explore(
                ScriptedFixture(listens: pair.listens), .init(), seeds: seeds, injecting: pair.faults
            ) { test in
                await pair.body(test, isRacy)
            }
        }
        return (result, found)
    }

    @Test func `there are 65 pairs`() {
        #expect(Set(Pair.all.map { $0.name }).count == 65)
    }

    @Test(arguments: Pair.all) func `the mistake is found within 10 runs`(_ pair: Pair) async {
        let (result, found) = await explored(pair, isRacy: true)
        #expect(found.count == 1)
        #expect(pair.faults != [] || result.failingSeed.map { $0 <= 10 } == true, "\(result.failingSeed ?? 0)")
        // Found by a step of its own, not by an order of two actions that run one after the other.
        let ofOne = Pair.ofTasks + Pair.ofParts + Pair.ofOneAction + Pair.ofOutputs
        let mayBeFirst = pair.faults != [] || ofOne.contains { $0.name == pair.name }
        #expect(mayBeFirst || (result.switches ?? 0) > 0)
    }

    @Test(arguments: Pair.all) func `the correct scene raises no alarm`(_ pair: Pair) async {
        let seeds = repetitions(500, atLeast: fewerWhenSanitized(100))
        let (result, found) = await explored(pair, isRacy: false, seeds: seeds)
        #expect(found.isEmpty, "\(found.first?.message ?? "")")
        #expect(result.failingSeed == nil)
    }
}

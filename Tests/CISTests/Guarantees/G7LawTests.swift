import CIS
import TestSupport
import Testing

/// "Which mutations are dropped", checked against ``G7LawModel`` over random trees of actions.
extension `G7 teardown` {
    @Test func `which mutations are dropped follows the model, over random trees of actions`() async {
        var outcomes: [G7LawModel.Outcome] = []
        for seed in seeds(repetitions(600, atLeast: 15), for: "G7 law") {
            let world = G7LawSimulation(seed: seed)
            if let failure = await world.live() {
                let history = world.history.joined(separator: "\n")
                Issue.record("CIS_SEED=\(seed): \(failure), after:\n\(history)")
                return
            }
            outcomes += world.outcomes
        }
        // The random programs must contain every case. The few seeds of a debug build may miss one.
        for outcome in [G7LawModel.Outcome.applied, .appliedLate, .droppedStopped, .droppedCancelled] {
            #expect(outcomes.count { $0 == outcome } > 5 || outcomes.count < 5_000, "\(outcome)")
        }
    }

    @Test func `the scenes of a random tree are freed when its last action is done`() async {
        for seed in seeds(repetitions(100, atLeast: 10), for: "G7 leak law") {
            var world: G7LawSimulation? = G7LawSimulation(seed: seed)
            let stores = (world?.samples ?? []).map { WeakStore(store: $0.store) }
            _ = await world?.live()
            world = nil
            #expect(stores.allSatisfy { $0.store == nil }, "CIS_SEED=\(seed)")
        }
    }
}

private struct WeakStore {
    weak var store: SampleStore?
}

extension G7LawSimulation {
    /// Takes random steps, then lets everything finish.
    ///
    /// - Returns: The difference from the model, or `nil`.
    fileprivate func live() async -> String? {
        for _ in 0..<Int.random(in: 10...60, using: &dice) {
            await step()
            if let difference { return difference }
        }
        while let body = model.idleBodies.randomElement(using: &dice) {
            await finish(body)
            if let difference { return difference }
        }
        for scene in samples.indices { await mutate(scene, by: nil, evenIfCancelled: false) }
        return difference ?? history.first { $0.hasPrefix("!!!") }
    }

    private func step() async {
        let scene = Int.random(in: samples.indices, using: &dice)
        let body = model.idleBodies.randomElement(using: &dice)
        let mayGrow = model.bodies.count { !$0.isFinished } < 12
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<45: await mutate(scene, by: maybe(body), evenIfCancelled: Int.random(in: 0..<5, using: &dice) == 0)
        case 45..<55 where mayGrow: await execute(on: scene, by: maybe(body))
        case 55..<67 where mayGrow: if let body { await run(on: scene, by: body) }
        case 67..<71 where mayGrow: await post(on: scene, by: maybe(body), fate: fate())
        case 71..<76 where mayGrow:
            if let body { await addChildren(Int.random(in: 1...2, using: &dice), of: body) }
        case 76..<81 where mayGrow: if let body { await escape(from: body) }
        case 81..<88: if let body = cancellableBodies.randomElement(using: &dice) { cancel(body) }
        case 88..<97: if let body { await finish(body) }
        case 97 where !model.scenes[scene].isReleased: stop(scene)
        case 98: release(scene)
        default: break
        }
    }

    /// Usually returns the body, and sometimes `nil`, for a step outside of every action.
    private func maybe(_ body: Int?) -> Int? {
        Int.random(in: 0..<8, using: &dice) == 0 ? nil : body
    }

    private func fate() -> Fate {
        Int.random(in: 0..<3, using: &dice) > 0 ? .starts : Fate.allCases.randomElement(using: &dice) ?? .starts
    }
}

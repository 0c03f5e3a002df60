import CIS

/// Runs one exploration.
@MainActor
final class Explorer<Fixture: SceneFixture> {
    /// One run, and what came of it.
    struct Run {
        let plan: Plan
        let failures: [TestFailure]
        let trace: String
    }

    private let place: SourcePlace
    private let makeFixture: () -> Fixture
    private let state: () -> Fixture.Definition.State
    private let reportsStaleWrites: Bool
    private let body: @MainActor (SceneTest<Fixture>) async throws -> Void

    init(
        place: SourcePlace, makeFixture: @escaping () -> Fixture,
        state: @escaping () -> Fixture.Definition.State, reportsStaleWrites: Bool,
        body: @escaping @MainActor (SceneTest<Fixture>) async throws -> Void
    ) {
        self.place = place
        self.makeFixture = makeFixture
        self.state = state
        self.reportsStaleWrites = reportsStaleWrites
        self.body = body
    }

    /// Runs the scenario once.
    func run(_ plan: Plan, isDisturbed: Bool = false) async -> Run {
        let run = ScenarioRun(
            place: place, schedule: Schedule(plan), isDisturbed: isDisturbed, keepsFailures: true)
        run.recorder.staleWrites.isOn = reportsStaleWrites
        await run.perform {
            let test = SceneTest(makeFixture(), state(), run)
            let end = ScenarioEnd(test, name: "")
            do {
                try await body(test)
                end.finish(threw: false)
            } catch {
                if !isDisturbed { run.fail("The scenario threw: \(error)", at: place) }
                end.finish(threw: true)
            }
        }
        for write in run.recorder.staleWrites.found { run.fail(write, at: place) }
        let events = run.recorder.records.map { "\($0.event.kind)" }
        return Run(
            plan: plan, failures: run.failures,
            trace: ([plan.text] + events + run.failures.map(\.message)).joined(separator: "\n"))
    }

    /// Looks for a failing run with fewer switches: first among all schedules with none, one and two, as far as that
    /// goes, then by taking switches of the failing one back.
    func shorten(_ failing: Run) async -> Run {
        var left = Self.longestSearch
        var candidates: [[Int: Schedule.Key]] = [[:]]
        while !candidates.isEmpty, left > 0 {
            var next: [[Int: Schedule.Key]] = []
            for deviations in candidates.prefix(left) {
                left -= 1
                let run = await run(Plan(deviations: deviations))
                if !run.failures.isEmpty { return run.plan.switches < failing.plan.switches ? run : failing }
                guard deviations.count < 2 else { continue }
                let first = (deviations.keys.max() ?? -1) + 1
                for (index, step) in run.plan.steps.enumerated().dropFirst(first) {
                    for key in step.options where key.thread != step.usual.thread {
                        next.append(deviations.merging([index: key]) { $1 })
                    }
                }
            }
            candidates = next
        }
        return await takeBack(failing)
    }

    private func takeBack(_ failing: Run) async -> Run {
        var best = failing
        var index = 0
        while index < best.plan.steps.count {
            let steps = best.plan.steps
            if steps[index].key != steps[index].usual {
                var deviations: [Int: Schedule.Key] = [:]
                for (other, step) in steps.enumerated() where other != index { deviations[other] = step.key }
                let run = await run(Plan(deviations: deviations))
                if !run.failures.isEmpty, run.plan.switches < best.plan.switches { best = run }
            }
            index += 1
        }
        return best
    }

    /// How many runs the search for a shorter schedule may take.
    private static var longestSearch: Int { 500 }

    /// Cancels and fails what can be, each in a run of its own. Returns the number of runs.
    func disturb(_ disturbances: Disturbances) async -> Int {
        guard !disturbances.isEmpty else { return 0 }
        let usual = await run(Plan())
        let calls = usual.plan.steps.filter { if case .call = $0.key { true } else { false } }
        var tried: [(Plan.Disturbance, String)] = []
        if disturbances.contains(.cancellations) {
            tried += calls.map { (.cancel($0.key), "cancelling the action that would \($0.name)\($0.key.label)") }
        }
        if disturbances.contains(.faults) {
            tried += calls.filter(\.canFail).map { (.fail($0.key), "a failure instead of: \($0.name)\($0.key.label)") }
        }
        for (disturbance, text) in tried {
            let run = await run(Plan(disturbance: disturbance), isDisturbed: true)
            if !run.failures.isEmpty {
                report(run, foundBy: text)
                break
            }
        }
        return tried.count + 1
    }

    func report(_ run: Run, foundBy cause: String) {
        for failure in run.failures.prefix(1) {
            TestFailure(
                message:
                    "\(failure.message)\nFound by \(cause), with \(run.plan.switches) switch(es):\n\(run.plan.text)",
                place: failure.place
            ).report()
        }
    }
}

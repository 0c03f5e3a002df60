internal import CIS

/// Runs one exploration.
@MainActor
final class Explorer<Fixture: SceneFixture> {
    /// One run and its result.
    struct Run {
        let plan: Plan
        let failures: [TestFailure]
        let findings: [String]
        let events: [SceneEvent.Kind]
        /// Whether it was ended because it took too many steps.
        let isEndless: Bool

        /// Its steps, events and failures.
        @MainActor var trace: String {
            ([plan.text] + events.map { "\($0)" } + findings).joined(separator: "\n")
        }
    }

    private let place: SourcePlace
    private let makeFixture: () -> Fixture
    private let state: () -> Fixture.Definition.State
    private let reportsStaleWrites: Bool
    private let executor = MainQueueExecutor()
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
    func run(_ plan: Plan, injectsFaults: Bool = false) async -> Run {
        let schedule = Schedule(plan)
        let run = ScenarioRun(
            place: place, schedule: schedule, injectsFaults: injectsFaults, keepsFailures: true)
        run.recorder.staleWrites.isOn = reportsStaleWrites
        // With this executor, waiting tasks also resume on the main queue, so no thread has to be woken.
        await withTaskExecutorPreference(executor) { await perform(in: run, injectsFaults: injectsFaults) }
        // The recorder holds its observations, and they hold the recorder with all events of the run.
        defer { run.recorder.stopWatching() }
        for write in run.recorder.staleWrites.found { run.fail(write, account: .nothing, at: place) }
        return Run(
            plan: plan, failures: run.failures, findings: run.findings, events: run.recorder.records.map(\.event.kind),
            isEndless: schedule.isEndless)
    }

    private func perform(in run: ScenarioRun, injectsFaults: Bool) async {
        await run.perform {
            let test = SceneTest(makeFixture(), state(), run)
            do {
                try await body(test)
                test.closeScenario(gaveUp: false)
            } catch {
                if !injectsFaults { run.fail("The scenario threw: \(error)", account: .nothing, at: place) }
                test.closeScenario(gaveUp: true)
            }
        }
    }

    /// Searches for a failing run with fewer switches. It tries all schedules without a switch, then all with one, and so on
    /// within the limits. After that it tries to undo switches of the failing run.
    func shorten(_ failing: Run) async -> Run {
        // The schedule of an endless run is too long to read, and each attempt would take as long again.
        guard !failing.isEndless else { return failing }
        // The candidates, by their number of switches. A candidate consists of deviations: it maps numbers of steps to
        // choices that differ from the usual ones. All other choices of its run are the usual ones.
        var candidates: [[[Int: Schedule.Key]]] = Array(repeating: [], count: failing.plan.switches)
        if !candidates.isEmpty { candidates[0] = [[:]] }
        for switches in candidates.indices {
            var next = 0
            while next < candidates[switches].count {
                guard mayTry(next) else { return await takeBack(failing) }
                let deviations = candidates[switches][next]
                next += 1
                let run = await attempt(Plan(deviations: deviations))
                if !run.failures.isEmpty { return run }
                for (count, deviation) in Self.deviations(of: run, beyond: deviations, switches) {
                    guard count < candidates.count, candidates[count].count < Self.longestSearch else { continue }
                    candidates[count].append(deviation)
                }
            }
        }
        return failing
    }

    /// Returns all schedules that differ from a run in one more choice, which comes after the run's last deviation. Each is
    /// returned with its number of switches.
    private static func deviations(
        of run: Run, beyond deviations: [Int: Schedule.Key], _ switches: Int
    ) -> [(switches: Int, deviations: [Int: Schedule.Key])] {
        let first = (deviations.keys.max() ?? -1) + 1
        return run.plan.steps.enumerated().dropFirst(first).flatMap { index, step in
            step.options.filter { $0 != step.usual }.map { key in
                (switches + (step.isSwitch(to: key) ? 1 : 0), deviations.merging([index: key]) { $1 })
            }
        }
    }

    private func takeBack(_ failing: Run) async -> Run {
        var best = failing
        var index = 0
        while index < best.plan.steps.count, mayTry(index) {
            let steps = best.plan.steps
            if steps[index].key != steps[index].usual {
                var deviations: [Int: Schedule.Key] = [:]
                for (other, step) in steps.enumerated() where other != index { deviations[other] = step.key }
                let run = await attempt(Plan(deviations: deviations))
                if !run.failures.isEmpty, run.plan.switches < best.plan.switches { best = run }
            }
            index += 1
        }
        return best
    }

    /// The maximum number of runs in each part of the search.
    private static var longestSearch: Int { 500 }
    private var stepsLeft = 50_000

    private func mayTry(_ runs: Int) -> Bool {
        runs < Self.longestSearch && stepsLeft > 0 && !Task.isCancelled
    }

    private func attempt(_ plan: Plan) async -> Run {
        let run = await run(plan)
        stepsLeft -= plan.steps.count
        return run
    }

    /// Injects the faults, one per run, until a run fails.
    func inject(_ injections: FaultInjection) async -> (runs: Int, failing: Run?) {
        guard !injections.isEmpty else { return (0, nil) }
        let usual = await run(Plan())
        guard usual.failures.isEmpty else {
            report(usual, foundBy: "the order with the fewest switches")
            return (1, usual)
        }
        var runs = 1
        for (injection, text) in Self.all(injections, of: usual) {
            let run = await run(Plan(injection: injection), injectsFaults: true)
            runs += 1
            guard !run.failures.isEmpty else { continue }
            report(run, foundBy: text)
            return (runs, run)
        }
        return (runs, nil)
    }

    private static func all(_ injections: FaultInjection, of usual: Run) -> [(Plan.Injection, String)] {
        usual.plan.steps.enumerated().flatMap { index, step in
            let text = "step \(index + 1), \(step.text)"
            var all: [(Plan.Injection, String)] = []
            if injections.contains(.cancellations), step.canBeCancelled {
                all.append((.cancel(atStep: index), "cancelling the action before \(text)"))
            }
            if injections.contains(.faults), step.canFail {
                all.append((.fail(atStep: index), "a failure in \(text)"))
            }
            return all
        }
    }

    func report(_ message: String) {
        TestFailure(message: message, place: place).report()
    }

    func report(_ run: Run, foundBy cause: String) {
        for failure in run.failures.prefix(1) {
            TestFailure(
                message:
                    "\(failure.message)\nFound by \(cause), with \(run.plan.switches) switch(es):\n\(run.plan.summary)",
                place: failure.place
            ).report()
        }
    }
}

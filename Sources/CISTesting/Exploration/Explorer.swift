internal import CIS

/// Runs one exploration.
@MainActor
final class Explorer<Fixture: SceneFixture> {
    struct Options {
        let reportsStaleWrites: Bool
        /// The names of mutations whose stale writes are not reported.
        let exceptions: Set<String>
        let keepsTraces: Bool
        /// The names of the functions whose injected errors may be ignored.
        let ignoredErrors: Set<String>
    }

    private let text: String
    let place: SourcePlace
    private let makeFixture: () -> Fixture
    private let state: () -> Fixture.Definition.State
    let options: Options
    private let body: @MainActor (SceneTest<Fixture>) async throws -> Void
    private(set) var orders = SystematicOrders(switches: 0, runs: 0)
    private(set) var faultyOrders = FaultyOrders([], runs: 0)
    /// Whether calls of tasks that are not tracked are steps, too. They are from the first run on that has found some.
    private var seesUntracked = false
    /// Whether the next run looks for tasks that are not tracked. The first run does, and waits at its end for their calls.
    private var looksForUntracked = true
    /// The steps that the search for a shorter schedule may still take.
    var stepsLeft = 50_000
    /// The states that the actions lead to one after the other, without a stale write.
    private var sequential: [[RestState]] = []
    /// The faults that were injected in patient orders. `nil` until these have run.
    var patientFaults: FaultInjection?
    /// The untracked tasks' calls in any run.
    var gaps: Set<String> = []
    /// What arrives in a source otherwise than in steps, in any run.
    private(set) var unseenValues: Set<String> = []
    /// Whether every order came as it was planned.
    private(set) var isDetermined = true
    /// Whether the orders that were run are those that were planned, and all steps were seen.
    var isCertain: Bool { gaps.isEmpty && isDetermined }
    private(set) var seenOrders: Set<Int> = []
    /// The number of runs without an injected fault that were made.
    private(set) var made = 0

    init(
        _ text: String, place: SourcePlace, makeFixture: @escaping () -> Fixture,
        state: @escaping () -> Fixture.Definition.State, options: Options,
        body: @escaping @MainActor (SceneTest<Fixture>) async throws -> Void
    ) {
        self.text = text
        self.place = place
        self.makeFixture = makeFixture
        self.state = state
        self.options = options
        self.body = body
    }

    /// Runs the orders, the seeds and the faults, until a run fails.
    func explore(seeds: Int, switches: Int?, injecting faults: FaultInjection) async -> Exploration {
        var result = Exploration()
        let chosen: UInt64?
        do { chosen = try ChosenSeed.current() } catch {
            report("\(error)")
            return result
        }
        guard seeds > 0, switches ?? 1 > 0 else {
            report(
                "An exploration needs at least one run and one switch. It was called with \(seeds) and \(switches ?? 2)."
            )
            return result
        }
        let injections: FaultInjection = chosen == nil ? faults : []
        let failing = await firstFailing(
            of: seeds, switches ?? 2, mayUseAll: switches != nil, chosen, injecting: injections, &result)
        result.orders = seenOrders.count
        if let failing {
            // The search for a shorter schedule goes on with the orders.
            let before = chosen == nil ? provenBefore(failing.run) : ""
            if await report(failing.run, ofSeed: failing.seed, &result) { result.summary += before }
            return result
        }
        if let chosen {
            // The runs before it lead to it, and were not checked.
            if result.runs > 0 { result.summary = "Sampled: the run of CIS_SEED=\(chosen) held." }
            return result
        }
        let injected = await inject(injections)
        result.runs += injected.runs
        result.schedule = injected.failing?.plan.summary
        result.switches = injected.failing?.plan.switches
        let held = injected.runs - (injected.failing == nil ? 1 : 2)
        summarize(
            faults: max(held, 0), hasFailed: injected.failing != nil,
            cancels: injections.contains(.cancellations), &result)
        warn(&result, injects: !faults.isEmpty)
        if let switches { warn(unless: switches, within: seeds, &result) }
        return result
    }

    // MARK: The orders and the seeds

    /// Runs the scenario until a run fails. The orders with few switches come first, then the seeds.
    ///
    /// - Parameters:
    ///   - count: The number of runs.
    ///   - switches: The number of switches up to which the orders should be complete.
    ///   - mayUseAll: Whether all runs may be used for that, or only half of them.
    ///   - chosen: The only run that matters. The orders before it run as well, because they lead to it.
    private func firstFailing(
        of count: Int, _ switches: Int, mayUseAll: Bool, _ chosen: UInt64?, injecting injections: FaultInjection,
        _ result: inout Exploration
    ) async -> (run: ExploredRun, seed: UInt64)? {
        func reset() {
            orders = SystematicOrders(switches: switches, runs: count)
            faultyOrders = FaultyOrders(injections, runs: count / 2)
        }
        reset()
        let first = mayUseAll ? count : max(count / 2, 1)
        // Runs with a stale write, unless an order without a switch leads to the same values that has not run yet.
        var undecided: [(run: ExploredRun, seed: UInt64)] = []
        func decided() -> (run: ExploredRun, seed: UInt64)? {
            let failing = undecided.filter { isFailing($0.run) && $0.seed == chosen ?? $0.seed }
            return failing.first { !$0.run.failures.isEmpty } ?? failing.first
        }
        var progress = ExplorationProgress()
        var number = 0
        while number < count || chosen != nil, !Task.isCancelled {
            let isSystematic = mayGoOn(number, first: first, of: count, switches)
            if !isSystematic, orders.isExhausted, isCertain, !options.keepsTraces, chosen == nil { break }
            if let stale = undecided.first, !isSystematic || orders.nextLevel != 0 {
                if let failing = await finishFirstLevel() { undecided.append((failing, stale.seed)) }
                if let failing = decided() { return failing }
                undecided = []
            }
            number += 1
            let seed = isSystematic ? UInt64(number) : chosen ?? UInt64(number)
            let run = await run(isSystematic ? orders.next() ?? Plan() : Plan(seed: seed))
            looksForUntracked = false
            if !run.gaps.isEmpty, !seesUntracked {
                // Their calls have to be steps: begin again.
                gaps.formUnion(run.gaps)
                reset()
                (sequential, seenOrders, undecided, made, patientFaults) = ([], [], [], 0, nil)
                (number, result.runs, result.traces, seesUntracked) = (0, 0, [:], true)
                continue
            }
            if isSystematic {
                if !run.plan.isFollowed { isDetermined = false }
                orders.note(run.plan)
                faultyOrders.note(run.plan, choices: orders.deviations, switches: orders.level)
            }
            gaps.formUnion(run.gaps)
            seenOrders.insert(run.plan.order)
            progress.note(number, place)
            let isFirstLevel = isSystematic && orders.level == 0
            if isFirstLevel { noteSequential(run) }
            let isUndecided = run.failures.isEmpty && orders.nextLevel == 0 && isFailing(run)
            if isUndecided { undecided.append((run, seed)) }
            if let chosen, chosen != seed { continue }
            result.runs += 1
            if options.keepsTraces { result.traces[seed] = run.trace }
            if !isUndecided, await hasFailed(run) {
                // Not all orders that can excuse an earlier stale write have run. A check that fails needs none.
                return run.failures.isEmpty ? decided() ?? (run, seed) : (run, seed)
            }
            if chosen != nil { break }
        }
        if let stale = undecided.first, let failing = await finishFirstLevel() {
            undecided.append((failing, stale.seed))
        }
        if chosen == nil, !Task.isCancelled { result.runs = max(result.runs, count) }
        made += number
        return decided()
    }

    /// Runs the orders without a switch that are left, until there are 1,000. Returns one in which a check fails.
    private func finishFirstLevel() async -> ExploredRun? {
        while orders.nextLevel == 0, orders.counts[0] < 1_000, !Task.isCancelled, let plan = orders.next() {
            let run = await run(plan)
            orders.note(run.plan)
            seenOrders.insert(run.plan.order)
            made += 1
            noteSequential(run)
            if !run.failures.isEmpty { return run }
        }
        await runPatiently(injecting: [])
        return nil
    }

    /// Whether the next run is the next order.
    private func mayGoOn(_ number: Int, first: Int, of count: Int, _ switches: Int) -> Bool {
        guard let level = orders.nextLevel else { return false }
        if level <= switches { return number < first }
        // A small scenario is run to its end: further orders may use half of the runs that are left.
        let wanted = orders.counts.prefix(switches + 1).reduce(0, +)
        return number + orders.known <= wanted + (count - wanted) / 2
    }

    // MARK: One run

    /// Runs the scenario once.
    func run(
        _ plan: Plan, injectsFaults: Bool = false, recording: (any RunRecording)? = nil
    ) async -> ExploredRun {
        let schedule = Schedule(plan, seesUntracked: seesUntracked, looksForUntracked: looksForUntracked)
        let run = ScenarioRun(
            place: place, schedule: schedule, injectsFaults: injectsFaults, keepsFailures: true, recording: recording)
        // In runs with faults they also tell whether the error of an outdated call was left out on purpose.
        run.recorder.staleWrites.isOn = options.reportsStaleWrites || injectsFaults
        if !text.isEmpty { run.state.withLock { $0.texts.givenSentences.append(text) } }
        await perform(in: run, injectsFaults: injectsFaults)
        // The recorder holds its observations, and they hold the recorder with all events of the run.
        defer { run.recorder.stopWatching() }
        unseenValues.formUnion(run.unseenValues)
        let stale = run.recorder.staleWrites.found.filter {
            options.reportsStaleWrites && !options.exceptions.contains($0.caseName)
        }
        let swallowed = run.recorder.swallowed.flatMap { error in
            options.ignoredErrors.isDisjoint(with: [error.function, error.name]) ? error : nil
        }
        return ExploredRun(
            plan: plan, failures: run.failures, findings: run.findings, stale: stale, rests: run.recorder.rests,
            swallowed: swallowed, gaps: run.gaps,
            events: options.keepsTraces ? run.recorder.records.map { $0.event.kind } : [],
            isEndless: schedule.isEndless)
    }

    private func perform(in run: ScenarioRun, injectsFaults: Bool) async {
        await run.perform {
            let test = SceneTest(makeFixture(), state(), run)
            do {
                try await body(test)
                if looksForUntracked { await run.schedule?.linger(in: run, at: place) }
                run.noteUnfinishedFault()
                test.closeScenario(gaveUp: false)
            } catch {
                if !injectsFaults { run.fail("The scenario threw: \(error)", account: .nothing, at: place) }
                test.closeScenario(gaveUp: true)
            }
        }
    }

    // MARK: What is a failure

    /// The failure of a run: a check that failed, or else a stale write that matters. `nil` if it has none.
    ///
    /// - Parameter wanted: The failure to prefer.
    func problem(of run: ExploredRun, like wanted: ExploredRun.Problem? = nil) -> ExploredRun.Problem? {
        let problems =
            run.failures.map { ExploredRun.Problem.check($0) }
            + run.erased.filter { !isSequential(run, $0) }.map { .staleWrite($0) }
            + (run.swallowed.map { [.swallowed($0)] } ?? [])
        return problems.first { $0.isSame(as: wanted) } ?? (wanted == nil ? problems.first : nil)
    }

    private func isFailing(_ run: ExploredRun) -> Bool { problem(of: run) != nil }

    /// Notes what the actions lead to one after the other.
    func noteSequential(_ run: ExploredRun) {
        guard run.failures.isEmpty, run.erased.isEmpty, sequential.count < 1_000 else { return }
        sequential.append(run.rests)
    }

    /// Whether the actions could have led, one after the other, to the same values of what the write has erased.
    private func isSequential(_ run: ExploredRun, _ write: StaleWrites.Finding) -> Bool {
        let (rest, paths, scene) = (write.rests, write.changedPaths, write.scene.placedName)
        guard run.rests.indices.contains(rest) else { return false }
        return sequential.contains {
            $0.indices.contains(rest) && $0[rest].isSame(as: run.rests[rest], at: paths, of: scene)
        }
    }
}

/// Searching for a shorter schedule, injecting faults, and reporting.
extension Explorer {
    // MARK: Shorter schedules

    /// Searches for a run with fewer switches that fails in the same way. It goes on with the orders that were not run
    /// yet, as long as they have fewer switches. After that it tries to undo switches of the failing run.
    private func shorten(_ failing: ExploredRun, _ problem: ExploredRun.Problem) async -> ExploredRun {
        // The schedule of an endless run is too long to read, and each attempt would take as long again.
        guard !failing.isEndless else { return failing }
        var tries = 0
        while let level = orders.nextLevel, level < failing.plan.switches {
            guard mayTry(tries), let plan = orders.next() else { return await takeBack(failing, problem) }
            tries += 1
            let run = await attempt(plan)
            orders.note(run.plan)
            if self.problem(of: run, like: problem) != nil { return run }
        }
        return await takeBack(failing, problem)
    }

    private func takeBack(_ failing: ExploredRun, _ problem: ExploredRun.Problem) async -> ExploredRun {
        var best = failing
        var index = 0
        while index < best.plan.steps.count, mayTry(index) {
            let steps = best.plan.steps
            if steps[index].key != steps[index].usual {
                var deviations: [Int: Schedule.Key] = [:]
                for (other, step) in steps.enumerated() where other != index { deviations[other] = step.key }
                let run = await attempt(Plan(deviations: deviations))
                let fails = self.problem(of: run, like: problem) != nil
                if fails, run.plan.switches < best.plan.switches { best = run }
            }
            index += 1
        }
        return best
    }

    private func mayTry(_ runs: Int) -> Bool { runs < 500 && stepsLeft > 0 && !Task.isCancelled }

    private func attempt(_ plan: Plan) async -> ExploredRun {
        let run = await run(plan)
        stepsLeft -= plan.steps.count
        return run
    }

    // MARK: Faults

    /// Injects the faults, one per run, until a run fails.
    func inject(_ injections: FaultInjection) async -> (runs: Int, failing: ExploredRun?) {
        guard !injections.isEmpty else { return (0, nil) }
        let usual = await run(Plan())
        if let problem = problem(of: usual) {
            report(problem, of: usual, foundBy: "the order with the fewest switches")
            await attach(usual)
            return (1, usual)
        }
        var runs = 1
        while !Task.isCancelled, let plan = faultyOrders.next(after: runs - 1) {
            let run = await run(plan, injectsFaults: true)
            faultyOrders.note(run.plan)
            gaps.formUnion(run.gaps)
            runs += 1
            if faultyOrders.isWithoutSwitch { noteSequential(run) }
            guard await hasFailed(run, injecting: injections), let problem = problem(of: run) else { continue }
            report(problem, of: run, foundBy: run.plan.faultText)
            await attach(run)
            return (runs, run)
        }
        return (runs, nil)
    }

    // MARK: Stale writes

    /// Whether a run has failed. Before that is said because of a stale write, the patient orders run.
    func hasFailed(_ run: ExploredRun, injecting injections: FaultInjection = []) async -> Bool {
        guard problem(of: run) != nil else { return false }
        if run.failures.isEmpty, !run.erased.isEmpty { await runPatiently(injecting: injections) }
        return problem(of: run) != nil
    }

    /// Runs orders in which the calls of an action go on before a sleep ends or a value arrives, and notes what they lead to. In
    /// the usual orders a source goes on before the actions that it has begun, and an action sleeps to the end before another one
    /// starts.
    func runPatiently(injecting injections: FaultInjection) async {
        guard patientFaults != injections else { return }
        patientFaults = injections
        let orders = SystematicOrders(switches: 0, runs: 100)
        let faulty = FaultyOrders(injections, runs: 250)
        while orders.nextLevel == 0, (orders.counts.first ?? 0) < 100, !Task.isCancelled, let plan = orders.next() {
            plan.isPatient = true
            noteSequential(await run(plan))
            orders.note(plan)
            faulty.note(plan, choices: orders.deviations, switches: 0)
        }
        var runs = 0
        while !Task.isCancelled, let plan = faulty.next(after: runs) {
            plan.isPatient = true
            noteSequential(await run(plan, injectsFaults: true))
            runs += 1
        }
    }

    // MARK: Reporting

    func report(_ message: String) {
        TestFailure(message: message, place: place).report()
    }

    /// Reports the failure of a run, in a schedule that is as short as possible. Returns whether it repeats: otherwise the
    /// orders do not determine the runs, and nothing was proven.
    func report(_ failing: ExploredRun, ofSeed seed: UInt64, _ result: inout Exploration) async -> Bool {
        guard let problem = problem(of: failing) else { return false }
        result.failingSeed = seed
        let again = Task.isCancelled || failing.isEndless ? failing : await run(failing.plan.repeated)
        let repeats = self.problem(of: again, like: problem) != nil && again.plan.order == failing.plan.order
        let shortest = repeats ? await shorten(failing, problem) : failing
        result.schedule = shortest.plan.summary
        result.switches = shortest.plan.switches
        let calls = failing.gaps.union(again.gaps).sorted().joined(separator: ", ")
        let untracked = calls.isEmpty ? nil : "\(calls) was called in a task that is not tracked"
        let cause =
            repeats
            ? "seed \(seed) (CIS_SEED=\(seed) " + (untracked.map { "usually repeats it: \($0))" } ?? "repeats it)")
            : "run \(seed), which does not repeat: "
                + (untracked ?? "something in the scenario does not depend on its steps only")
        result.summary = "Failed in run \(seed), with \(shortest.plan.switchesText)."
        report(self.problem(of: shortest, like: problem) ?? problem, of: shortest, foundBy: cause)
        if repeats { await attach(shortest) }
        return repeats
    }

    // MARK: Recordings

    /// Attaches recordings of a failing order and of the nearest one that holds, if the test wants that. Records in runs of
    /// its own, because most runs hold.
    private func attach(_ failing: ExploredRun) async {
        guard let type = TestFailure.recording, !failing.isEndless, !Task.isCancelled else { return }
        let plan = failing.plan
        let failed = await record(plan.repeated, injectsFaults: plan.injection != nil, type)
        let held = await nearestHolding(plan, type)
        type.attach(failed.recorded, comparedWith: held, at: place)
    }

    /// Records the order that holds and differs from the failing one as late as possible. That of a fault is the same order
    /// without it.
    private func nearestHolding(_ failing: Plan, _ type: any RunRecording.Type) async -> [UInt8]? {
        let choices = failing.steps.enumerated().map { ($0, $1.key) }
        if failing.injection != nil {
            let plan = Plan(deviations: Dictionary(uniqueKeysWithValues: choices))
            let other = await record(plan, injectsFaults: true, type)
            return problem(of: other.run) == nil ? other.recorded : nil
        }
        var tries = 0
        for (index, step) in failing.steps.enumerated().reversed() {
            for key in step.options where key != step.key {
                guard mayTry(tries) else { return nil }
                tries += 1
                var deviations = Dictionary(uniqueKeysWithValues: choices.prefix(index))
                deviations[index] = key
                let other = await record(Plan(deviations: deviations), injectsFaults: false, type)
                if problem(of: other.run) == nil { return other.recorded }
            }
        }
        return nil
    }

    private func record(
        _ plan: Plan, injectsFaults: Bool, _ type: any RunRecording.Type
    ) async -> (run: ExploredRun, recorded: [UInt8]) {
        let recording = type.init()
        let run = await run(plan, injectsFaults: injectsFaults, recording: recording)
        stepsLeft -= plan.steps.count
        return (run, await recording.end())
    }

    private func report(_ problem: ExploredRun.Problem, of run: ExploredRun, foundBy cause: String) {
        var lines: [String]
        let place: SourcePlace
        switch problem {
        case .check(let failure):
            place = failure.place
            lines = [failure.message] + run.erased.prefix(2).map(\.hint)
            if run.erased.isEmpty { lines += run.stale.prefix(1).map(\.hint) }
        case .staleWrite(let finding):
            place = self.place
            lines = [finding.text]
        case .swallowed(let error):
            place = self.place
            lines = [error.text]
        }
        let schedule = "Found by \(cause), with \(run.plan.switchesText):\n\(run.plan.summary)"
        TestFailure(message: (lines + [schedule]).joined(separator: "\n"), place: place).report()
    }
}

extension InjectedError {
    /// The message of the failure.
    fileprivate var text: String {
        """
        An error was ignored: \(function) has failed, and after that \(subject) ended without a mutation, an output or \
        another call.
        Tell the user or take back what was done. If this is intended: ignoringErrorsOf: ["\(name)"].
        """
    }
}

extension Plan {
    /// The fault, for a message.
    fileprivate var faultText: String {
        guard let injection, steps.indices.contains(injection.step) else { return "an injected fault" }
        let step = steps[injection.step]
        let text = "step \(injection.step + 1), \(step.text)"
        switch injection {
        case .cancel: return "cancelling the action before \(text)"
        case .cancelLate: return "cancelling the action after the answer of \(text)"
        case .fail:
            let isLost = steps.prefix(injection.step).contains { step.isAnswer(to: $0) }
            return "a failure in \(text)\(isLost ? " (the other side has done it, and the answer was lost)" : "")"
        }
    }
}

extension Plan.Step {
    /// Whether it is the second half of a call whose first half was the other step.
    fileprivate func isAnswer(to other: Plan.Step) -> Bool {
        guard case .call(let task, let number) = key else { return false }
        return other.key == .request(task: task, number: number)
    }
}

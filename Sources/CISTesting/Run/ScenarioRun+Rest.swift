internal import CIS

/// Waiting for quiescence, and reporting what prevents it.
extension ScenarioRun {
    /// Waits until nothing can run any more. In an exploration, the schedule chooses the steps.
    ///
    /// - Returns: `false` if the wait failed. The failure was reported.
    @MainActor
    func waitUntilQuiet(at place: SourcePlace) async -> Bool {
        await waiting(at: place) { await drive([], inOrder: false, at: place) }
    }

    /// Starts actions and waits until nothing can run any more. In an exploration, the schedule chooses the steps.
    ///
    /// - Returns: `false` if the wait failed. The failure was reported.
    @MainActor
    func drive(_ starts: [Schedule.Start], inOrder: Bool, at place: SourcePlace) async -> Bool {
        if let schedule {
            guard await schedule.drive(starting: starts, inOrder: inOrder, in: self, at: place) else { return false }
        } else {
            for start in starts where start.advance == nil { start.execute() }
            guard await settle(at: place) else { return false }
            for start in starts { await start.advance?() }
        }
        onRest?()
        return true
    }

    /// Suspends until nothing can run.
    ///
    /// - Returns: `false` if the wait failed: the test was cancelled, for example by its time limit, the watchdog ended the
    ///   wait, or actions begin again and again. The failure was reported.
    @MainActor
    func settle(at place: SourcePlace) async -> Bool {
        guard await tracker.untilQuiet() else {
            let running = tracker.reports.filter(\.isRunnable)
            fail(
                tracker.isRestless
                    ? "The scenes never come to rest, because actions begin again and again. The last ones:\n"
                        + Self.text(of: Array(running.suffix(3))) + "\nLet them wait for a call or for the clock."
                    : "The test ended while its scenes were still running. " + Self.remedy(for: running),
                account: .nothing, at: place)
            return false
        }
        if let hang = state.withLock({ $0.hang.take() }) {
            fail(hang, account: .nothing, at: place)
            return false
        }
        reportSystemSleeps(at: place)
        return true
    }

    private static func remedy(for running: [QuiescenceTracker.TaskReport]) -> String {
        """
        Still running, with the last known step:
        \(text(of: running))
        A scenario tracks scripted calls, and sleeps and streams of the test. It cannot track other waits, or waits in async let \
        and task groups. Use a ScriptedStream instead of an AsyncStream, a ManualClock instead of a system clock, and \
        inParallel(_:_:) instead of a task group, or wrap the wait in waiting(for:_:).
        """
    }

    private static func text(of lines: [QuiescenceTracker.TaskReport]) -> String {
        lines.map { "  \($0.name): \($0.lastStep)" }.joined(separator: "\n")
    }

    // MARK: A wait that does not end

    /// Reports a wait that would never end, and resumes everything that waits.
    ///
    /// - Parameter seconds: The number of seconds in which nothing has happened.
    @MainActor
    func endHang(after seconds: Int) {
        let stuck = tracker.giveUp()
        let isAwaited = state.withLock { !$0.waiting.isEmpty }
        if !stuck.isEmpty {
            let text =
                "The scenes are still running, but nothing has happened for \(seconds) s. " + Self.remedy(for: stuck)
            if isAwaited { state.withLock { $0.hang = text } } else { fail(text, account: .nothing, at: place) }
            return
        }
        let inFlight = tracker.reports.filter(\.kind.isWork)
        fail(
            "The test is stuck: nothing has happened for \(seconds) s, and nothing in its scenes can run. "
                + (inFlight.isEmpty ? "No action is in flight." : "In flight:\n" + Self.text(of: inFlight))
                + "\nRelease the calls, or move the clock, before waiting for an action.",
            account: .nothing, at: place)
        resumeAll()
    }

    /// Resumes everything that waits, for a run that has failed because nothing can happen any more.
    @MainActor
    func resumeAll() {
        _ = tracker.giveUp()
        for action in tracker.reports.filter(\.kind.isWork) { tracker.cancel(action.number) }
        for double in doubles { double.abandonWaitingCalls() }
        for pending in state.withLock({ $0.arrivals }) { pending.abandonWatchers() }
    }

    // MARK: Clocks of the system

    /// Fails if anything sleeps on a system clock, because the test would have to wait for it.
    private func reportSystemSleeps(at place: SourcePlace) {
        guard tracker.hasSystemSleepers else { return }
        let lines = tracker.reports
        let sleepers = lines.filter(\.isOnSystemClock)
        let isNew = state.withLock { state in
            let count = state.reportedSleepers.count
            state.reportedSleepers.formUnion(sleepers.map(\.number))
            return state.reportedSleepers.count > count
        }
        guard isNew else { return }
        let waiting = lines.filter { $0.kind == .action && !$0.isRunnable && !$0.isOnSystemClock }
        failForSystemClock(Self.text(of: sleepers + waiting), at: place)
    }

    /// Fails because a task has slept on a system clock. Each task is reported once.
    func reportSystemSleep(_ number: Int) {
        let line = tracker.reports.first { $0.number == number }
        let place = state.withLock { state -> SourcePlace? in
            guard !state.isOver, state.reportedSleepers.insert(number).inserted else { return nil }
            return state.waiting.last?.place ?? self.place
        }
        guard let line, let place else { return }
        failForSystemClock("  \(line.name): has slept on a system clock", at: place)
    }

    private func failForSystemClock(_ lines: String, at place: SourcePlace) {
        fail(
            "A scene uses a system clock, so that real time would have to pass:\n\(lines)\n"
                + "Give the fixture's ManualClock to the scene and to each of its "
                + "children, as SceneRuntime(clock:), and to each timer and worker that sleeps.",
            account: .nothing, at: place)
    }

    // MARK: Sources

    /// The open sources, with the numbers of their tracked tasks.
    var openSources: [(number: Int, source: TrackedSource)] {
        tracker.reports.compactMap { line in (line.subject as? TrackedSource).map { (line.number, $0) } }
    }

    private func isTracked(_ source: TrackedSource) -> Bool {
        if source.sequence is any SelfTrackingSequence.Type { return true }
        // A sequence that maps or filters a stream has its type in its name.
        let name = "\(source.sequence)"
        return state.withLock { $0.scripted }.contains {
            $0 == source.sequence || $0 is any ExecutorTrackedSequence.Type && name.contains("<\($0)")
        }
    }

    /// What an exploration cannot see of the sources that were opened.
    var unseenValues: [String] {
        tracker.read { $0.sources }.flatMap { isTracked($0) ? [] : ["values of \($0)"] }
    }

    /// The open sources whose sequence is not tracked, as lines of a message.
    var unaccountedSources: String {
        let lines = openSources.compactMap { _, source in
            isTracked(source) ? nil : "\n  \(source) of \(source.scene.placedName) reads \(source.sequence)"
        }
        guard !lines.isEmpty else { return "" }
        return
            "\nNot tracked:\(lines.joined())\nAnother task can send values to it after the test has looked. "
            + "Return a ScriptedStream from the worker's double."
    }
}

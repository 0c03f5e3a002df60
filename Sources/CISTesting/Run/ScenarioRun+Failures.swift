internal import CIS

/// Reporting failures.
extension ScenarioRun {
    /// The details that are listed below the message of a failure.
    enum Account {
        case nothing
        /// The steps before the failure.
        case steps
        /// What the tasks of the scenes wait for, and the steps before the failure.
        case all
    }

    /// Reports a failure. The text consists of the sentences of the scenario, the message, and the details. If nothing
    /// has happened since an earlier failure that listed the details, they are not listed again.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - sentence: The sentence of the failed check.
    ///   - account: The details to list.
    ///   - place: The line of the test that made the check.
    func fail(_ message: String, then sentence: String? = nil, account: Account = .all, at place: SourcePlace) {
        // Outside the lock, because it may describe actions, which runs code of the test.
        let heading = texts.heading(then: sentence)
        let text = heading.map { "\($0)\n\(message)" } ?? message
        let failure = TestFailure(message: text + self.text(of: account), place: place)
        state.withLock { state in
            state.failures.append(failure)
            state.findings.append(text)
        }
        if !keepsFailures { failure.report(to: receiver) }
    }

    /// Reports a failure to a run, or to the test if there is none.
    static func fail(_ message: String, in run: ScenarioRun?, at place: SourcePlace) {
        if let run { run.fail(message, at: place) } else { TestFailure(message: message, place: place).report() }
    }

    /// Reports misuse and unscripted calls. If the test is awaiting quiescence, for example in a `when`, they are
    /// reported at that line, otherwise at the line where the scenario begins. Does nothing after the end of the
    /// scenario.
    func reportMisuse(_ message: String) {
        let (isOver, line) = state.withLock { ($0.isOver, $0.waiting.last?.place) }
        if !isOver { fail(message, at: line ?? place) }
    }

    /// Reports that a scene in a run of an exploration uses a double, a clock or a stream that the run's schedule does not
    /// know.
    ///
    /// - Parameter run: The run for which it was made.
    @discardableResult
    static func reportIfForeign(_ run: ScenarioRun?, _ function: String, in task: TrackedTask?) -> Bool {
        guard let tracker = task?.tracker, tracker !== run?.tracker, let current,
            current.schedule != nil || run?.schedule != nil
        else { return false }
        current.reportMisuse(
            "\(function) belongs to a double that was made before this run of an exploration, or for another one. Make the "
                + "double in the fixture, and the fixture in the call of explore, so that each run has its own.")
        return true
    }

    private func text(of account: Account) -> String {
        let now = Progress(steps: recorder.records.count, changes: tracker.changes)
        let isNew = state.withLock { state in
            defer { if account != .nothing { state.reported = now } }
            return state.reported != now
        }
        switch account {
        case .nothing: return ""
        case .steps: return isNew ? stepsSinceWhen : ""
        case .all: return isNew ? waits + stepsSinceWhen : ""
        }
    }

    /// How far a run had come when a failure was reported.
    struct Progress: Sendable, Equatable {
        let steps: Int
        let changes: Int
    }

    /// What the tasks of the scenes wait for, as lines of a message.
    private var waits: String {
        let lines = tracker.reports.filter { !$0.isRunnable && $0.kind != .delivery }.map { line in
            let scene = (line.subject as? TrackedSource).map { " of \($0.scene.placedName)" } ?? ""
            return "  \(line.name)\(scene): \(line.lastStep)"
        }
        guard !lines.isEmpty else { return "" }
        let rest = lines.count > 20 ? ["  … \(lines.count - 20) more"] : []
        return "\nWaiting:\n" + (lines.prefix(20) + rest).joined(separator: "\n")
    }

    /// The steps since the last `when`, as lines of a message.
    private var stepsSinceWhen: String {
        let events = recorder.recordsSinceWhen.map(\.event)
        return (events.isEmpty ? "" : "\nSteps before the failure:\n" + Outline.text(of: events)) + unaccountedSources
    }
}

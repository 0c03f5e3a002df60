internal import CIS

/// One run of a scenario. Doubles, clocks and scenes that are made during the run belong to it and report to it.
final class ScenarioRun: Sendable {
    /// The run that new doubles and clocks belong to.
    @TaskLocal static var current: ScenarioRun?

    struct State: Sendable {
        var doubles: [any ScriptedDouble] = []
        var clocks: [any SteppedClock] = []
        var streams: [any SteppedStream] = []
        var arrivals: [any ArrivalWatching] = []
        /// The stubbed functions that tasks have called that are not tracked.
        var gaps: Set<String> = []
        /// The types of the sequences, such as `AsyncThrowingStream`, through which a ``ScriptedStream`` is read.
        var scripted: [any Any.Type] = []
        var calls: [String] = []
        var failures: [TestFailure] = []
        var findings: [String] = []
        var texts = ScenarioTexts()
        /// The progress of the run at the last reported failure.
        var reported: Progress?
        /// The calls of the test that are awaiting quiescence, the latest last.
        var waiting: [(number: Int, place: SourcePlace)] = []
        var lastWaiting = 0
        var isOver = false
        /// The message of the watchdog, if it has ended a wait of the test. It is reported at the line of that wait.
        var hang: String?
        /// The tracked tasks whose sleep on a system clock was reported.
        var reportedSleepers: Set<Int> = []
    }

    /// Where the scenario is written.
    let place: SourcePlace
    let checking: Exhaustivity
    /// Chooses the order of steps in an exploration. `nil` in a scenario.
    let schedule: Schedule?
    /// Whether faults are injected, so that only invariants are checked.
    let injectsFaults: Bool
    /// Whether failures are collected for the caller instead of being reported.
    let keepsFailures: Bool
    /// Receives the failures that are found on a thread from which the test framework cannot find the test.
    let receiver = TestFailure.Receiver.current
    let tracker: QuiescenceTracker
    let recorder: EventRecorder
    /// The closures that were registered with the scenes, for the leak check.
    let closures = RegisteredClosures()
    /// Receives the diagnostics of the scenes.
    let reporter: DiagnosticReporter
    let state = LockedValue(State())
    /// Called when nothing can run any more.
    @MainActor var onRest: (() -> Void)?
    /// Called when a step with a sentence begins that is not a `when`.
    @MainActor var onStep: ((String, SourcePlace) -> Void)?
    /// Records the scenes of the run, if the test wants that.
    @MainActor private(set) var recording: (any RunRecording)?

    @MainActor
    init(
        place: SourcePlace, checking: Exhaustivity = .current, schedule: Schedule? = nil, injectsFaults: Bool = false,
        keepsFailures: Bool = false, recording: (any RunRecording)? = nil
    ) {
        self.place = place
        self.checking = checking
        self.schedule = schedule
        self.injectsFaults = injectsFaults
        self.keepsFailures = keepsFailures
        self.recording = recording
        let recorder = EventRecorder()
        recorder.notesSteps = schedule == nil
        self.recorder = recorder
        let misuse = MisuseBox()
        reporter = DiagnosticReporter { if $0.isMisuse { misuse.run?.reportMisuse("\($0)") } }
        var onDomainRead: (@MainActor @Sendable (UInt64, TrackedTask) -> Void)?
        if schedule != nil {
            onDomainRead = { scene, task in recorder.noteDomainRead(of: scene, by: task) }
        }
        // Only scenarios look for leaks.
        var onRegistration: (@MainActor @Sendable (RegisteredClosure) -> Void)?
        if schedule == nil {
            onRegistration = { [closures] in closures.all.append($0) }
        }
        tracker = QuiescenceTracker(
            executor: schedule == nil ? nil : MainQueueExecutor(), onScene: { scene in recorder.watch(scene) },
            onDomainRead: onDomainRead, onSystemSleep: { misuse.run?.reportSystemSleep($0) },
            onAwaitedEnd: injectsFaults ? recorder.passOnFault : nil, onRegistration: onRegistration)
        misuse.run = self
    }

    /// Runs the body. Scenes, doubles and clocks that it creates belong to this run.
    @MainActor
    func perform<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        let watchdog = Watchdog.current
        watchdog.watch(self)
        defer { watchdog.forget(self) }
        return try await Self.$current.withValue(self) {
            try await Instrumentation.$current.withValue(tracker) {
                try await DiagnosticReporter.$current.withValue(reporter) { try await body() }
            }
        }
    }

    /// Ends the recording, and lets go of the values of the scenes that it holds. Returns `nil` if nothing was recorded.
    @MainActor
    func endRecording() async -> [UInt8]? {
        defer { recording = nil }
        return await recording?.end()
    }

    func add(_ double: any ScriptedDouble) {
        state.withLock { $0.doubles.append(double) }
    }

    func add(_ clock: any SteppedClock) {
        state.withLock { $0.clocks.append(clock) }
    }

    func add(_ stream: any SteppedStream) {
        state.withLock { $0.streams.append(stream) }
    }

    /// Records that a task that is not tracked has called a stubbed function in an exploration.
    func noteGap(_ function: String) {
        _ = state.withLock { $0.gaps.insert(function) }
    }

    /// An action that has not ended may still do something about an injected error.
    func noteUnfinishedFault() {
        if let error = recorder.swallowed, tracker.kind(of: error.task) != nil { recorder.forgetFault() }
    }

    func add(_ pending: any ArrivalWatching) {
        state.withLock { $0.arrivals.append(pending) }
    }

    func addScripted(_ types: [any Any.Type]) {
        state.withLock { $0.scripted += types }
    }

    /// Records that a stubbed function was called.
    func noteCall(of function: String) {
        state.withLock { $0.calls.append(function) }
        if injectsFaults { recorder.noteEffect() }
    }

    var doubles: [any ScriptedDouble] { state.withLock { $0.doubles } }
    var clocks: [any SteppedClock] { state.withLock { $0.clocks } }
    var streams: [any SteppedStream] { state.withLock { $0.streams } }
    var gaps: Set<String> { state.withLock { $0.gaps } }
    var isOver: Bool { state.withLock { $0.isOver } }
    /// The names of the stubbed functions that were called, in order.
    var calls: [String] { state.withLock { $0.calls } }
    var texts: ScenarioTexts { state.withLock { $0.texts } }
    var failures: [TestFailure] { state.withLock { $0.failures } }
    /// The messages of the failures without the details below them, because those contain numbers that differ from run
    /// to run.
    var findings: [String] { state.withLock { $0.findings } }

    /// Runs the body. Until it returns, misuse and unscripted calls are reported at the given line.
    @MainActor
    func waiting<Result>(at place: SourcePlace, _ body: @MainActor () async -> Result) async -> Result {
        let number = state.withLock { state in
            state.lastWaiting += 1
            state.waiting.append((state.lastWaiting, place))
            return state.lastWaiting
        }
        defer { state.withLock { state in state.waiting.removeAll { $0.number == number } } }
        return await body()
    }

    /// Releases the doubles and clocks. They hold the run and the run holds them, so otherwise none would ever be
    /// released.
    func forgetDoubles() {
        let forgotten = state.withLock { state in
            defer { (state.doubles, state.clocks, state.streams, state.arrivals) = ([], [], [], []) }
            return (state.doubles, state.clocks, state.streams, state.arrivals)
        }
        // Outside the lock, because releasing a double runs code of the test.
        withExtendedLifetime(forgotten) {}
    }

    /// Ends the run. Misuse is no longer reported.
    func close() {
        state.withLock { $0.isOver = true }
        schedule?.close()
    }
}

/// Marks a wait that the library cannot track. Until the body returns, the action counts as waiting.
///
/// Use it in test code, for example in a double that waits for a real file. The body must not use the scene, because
/// `settle()` does not wait for the body.
///
/// ```swift
/// func load() async -> Data {
///     await waiting(for: "a real file") { await reader.read() }
/// }
/// ```
///
/// - Parameters:
///   - reason: A description of the wait, for failure messages.
///   - body: The wait.
nonisolated(nonsending) public func waiting<Value>(
    for reason: String, _ body: nonisolated(nonsending) () async throws -> Value
) async rethrows -> Value {
    let task = TrackedTask.ofThisTask
    if task != nil, let run = ScenarioRun.current, run.schedule != nil { run.noteGap("waiting(for:)") }
    let suspension = task?.beginSuspension("waiting for \(reason)")
    defer { suspension?.resume() }
    return try await body()
}

/// A weak reference from the reporter back to its run.
// Unchecked, because `run` is written only once, before the reporter is passed on.
private final class MisuseBox: @unchecked Sendable {
    weak var run: ScenarioRun?
}

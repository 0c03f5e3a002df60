internal import CIS

/// One run of one scenario: what its doubles, clocks and scenes belong to, and report to.
final class ScenarioRun: Sendable {
    /// The run in whose context doubles and clocks are made.
    @TaskLocal static var current: ScenarioRun?

    struct State: Sendable {
        var doubles: [any ScriptedDouble] = []
        var clocks: [any SteppedClock] = []
        var arrivals: [any ArrivalWatching] = []
        /// The types under which sources read streams of the test without that being seen.
        var scripted: [any Any.Type] = []
        var calls: [String] = []
        var failures: [TestFailure] = []
        var findings: [String] = []
        var texts = ScenarioTexts()
        /// What the last failure has told.
        var told: Told?
        /// The lines of the test that wait until the scenes have come to rest, the latest last.
        var waiting: [(number: Int, place: SourcePlace)] = []
        var lastWaiting = 0
        var isOver = false
        /// What a watch has found that ended the wait for rest. Reported by the line that waited.
        var hang: String?
        /// The activities whose sleep on a clock of the system was reported.
        var reportedSleepers: Set<Int> = []
    }

    /// Where the scenario is written.
    let place: SourcePlace
    let checking: Exhaustivity
    /// Chooses the order of what can run, in an exploration.
    let schedule: Schedule?
    /// Whether actions are cancelled or calls made to fail, so that only invariants can be expected to hold.
    let injectsFaults: Bool
    /// Whether failures are kept for the caller and not reported.
    let keepsFailures: Bool
    /// Who is told of failures that are found where the test framework does not know the test: on threads of others.
    let receiver = TestFailure.Receiver.current
    let tracker: QuiescenceTracker
    let recorder: EventRecorder
    /// What the scenes report to.
    let reporter: DiagnosticReporter
    let state = LockedValue(State())

    @MainActor
    init(
        place: SourcePlace, checking: Exhaustivity = .current, schedule: Schedule? = nil, injectsFaults: Bool = false,
        keepsFailures: Bool = false
    ) {
        self.place = place
        self.checking = checking
        self.schedule = schedule
        self.injectsFaults = injectsFaults
        self.keepsFailures = keepsFailures
        let recorder = EventRecorder()
        recorder.notesSteps = schedule == nil
        self.recorder = recorder
        let misuse = MisuseBox()
        reporter = DiagnosticReporter { if $0.isMisuse { misuse.run?.reportMisuse("\($0)") } }
        var onDomainRead: (@MainActor @Sendable (UInt64, TrackedTask) -> Void)?
        if schedule != nil {
            onDomainRead = { scene, activity in recorder.staleWrites.noteRead(of: scene, by: activity.number) }
        }
        tracker = QuiescenceTracker(
            executor: schedule == nil ? nil : MainQueueExecutor(), onScene: { scene in recorder.watch(scene) },
            onDomainRead: onDomainRead, onSystemSleep: { misuse.run?.reportSystemSleep($0) })
        misuse.run = self
    }

    /// Runs a body in which scenes, doubles and clocks that are made belong to this run.
    @MainActor
    func perform<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        let watchdog = Watchdog.current
        watchdog.watch(self)
        defer { watchdog.forget(self) }
        return try await Self.$current.withValue(self) {
            try await QuiescenceTracker.$current.withValue(tracker) {
                try await DiagnosticReporter.$current.withValue(reporter) { try await body() }
            }
        }
    }

    func add(_ double: any ScriptedDouble) {
        state.withLock { $0.doubles.append(double) }
    }

    func add(_ clock: any SteppedClock) {
        state.withLock { $0.clocks.append(clock) }
    }

    func add(_ pending: any ArrivalWatching) {
        state.withLock { $0.arrivals.append(pending) }
    }

    func addScripted(_ types: [any Any.Type]) {
        state.withLock { $0.scripted += types }
    }

    /// Notes that a stubbed function was called.
    func noteCall(of function: String) {
        state.withLock { $0.calls.append(function) }
    }

    var doubles: [any ScriptedDouble] { state.withLock { $0.doubles } }
    var clocks: [any SteppedClock] { state.withLock { $0.clocks } }
    /// The names of the stubbed functions that were called, in order.
    var calls: [String] { state.withLock { $0.calls } }
    var texts: ScenarioTexts { state.withLock { $0.texts } }
    var failures: [TestFailure] { state.withLock { $0.failures } }
    /// What has failed, without what waited and the steps that led there, whose numbers are another in each run.
    var findings: [String] { state.withLock { $0.findings } }

    /// Runs a body for which a line of the test waits.
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

    /// From now on nobody listens to what no line of the test has asked for.
    func close() {
        state.withLock { $0.isOver = true }
    }
}

/// Declares a wait that the library cannot see. Until the body returns, the action counts as waiting.
///
/// Use it in the code of a test, such as a double that waits for something of its own. The body must not touch the scene:
/// `settle()` does not wait for it.
///
/// ```swift
/// func load() async -> Data { await waiting(for: "a real file") { await reader.read() } }
/// ```
///
/// - Parameters:
///   - reason: What is waited for, for reports.
///   - body: The wait.
nonisolated(nonsending) public func waiting<Value>(
    for reason: String, _ body: nonisolated(nonsending) () async throws -> Value
) async rethrows -> Value {
    let parking = TrackedTask.ofThisTask?.beginSuspension("waiting for \(reason)")
    defer { parking?.resume() }
    return try await body()
}

/// Leads from the reporter of a run's scenes back to the run.
// Unchecked: written once, before the reporter is given to anybody.
private final class MisuseBox: @unchecked Sendable {
    weak var run: ScenarioRun?
}

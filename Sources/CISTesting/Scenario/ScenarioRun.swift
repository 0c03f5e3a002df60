internal import CIS

/// One run of one scenario: what its doubles, clocks and scenes belong to, and report to.
final class ScenarioRun: Sendable {
    /// The run in whose context doubles and clocks are made.
    @TaskLocal static var current: ScenarioRun?

    struct Book: Sendable {
        var doubles: [any ScriptedDouble] = []
        var clocks: [ManualClock] = []
        var rooms: [any WatchedRoom] = []
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
    let checking: Checking
    /// Chooses the order of what can run, in an exploration.
    let schedule: Schedule?
    /// Whether actions are cancelled or calls made to fail, so that only invariants can be expected to hold.
    let isDisturbed: Bool
    /// Whether failures are kept for the caller and not reported.
    let keepsFailures: Bool
    /// Who is told of failures that are found where the test framework does not know the test: on threads of others.
    let receiver = TestFailure.Receiver.current
    let ledger: QuiescenceTracker
    let recorder: EventRecorder
    /// What the scenes report to.
    let reporter: DiagnosticReporter
    let book = LockedValue(Book())

    @MainActor
    init(
        place: SourcePlace, checking: Checking = .current, schedule: Schedule? = nil, isDisturbed: Bool = false,
        keepsFailures: Bool = false
    ) {
        self.place = place
        self.checking = checking
        self.schedule = schedule
        self.isDisturbed = isDisturbed
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
        ledger = QuiescenceTracker(
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
            try await QuiescenceTracker.$current.withValue(ledger) {
                try await DiagnosticReporter.$current.withValue(reporter) { try await body() }
            }
        }
    }

    func add(_ double: any ScriptedDouble) {
        book.withLock { $0.doubles.append(double) }
    }

    func add(_ clock: ManualClock) {
        book.withLock { $0.clocks.append(clock) }
    }

    func add(_ room: any WatchedRoom) {
        book.withLock { $0.rooms.append(room) }
    }

    func addScripted(_ types: [any Any.Type]) {
        book.withLock { $0.scripted += types }
    }

    /// Notes that a stubbed function was called.
    func noteCall(of function: String) {
        book.withLock { $0.calls.append(function) }
    }

    var doubles: [any ScriptedDouble] { book.withLock { $0.doubles } }
    var clocks: [ManualClock] { book.withLock { $0.clocks } }
    /// The names of the stubbed functions that were called, in order.
    var calls: [String] { book.withLock { $0.calls } }
    var texts: ScenarioTexts { book.withLock { $0.texts } }
    var failures: [TestFailure] { book.withLock { $0.failures } }
    /// What has failed, without what waited and the steps that led there, whose numbers are another in each run.
    var findings: [String] { book.withLock { $0.findings } }

    /// Runs a body for which a line of the test waits.
    @MainActor
    func waiting<Result>(at place: SourcePlace, _ body: @MainActor () async -> Result) async -> Result {
        let number = book.withLock { book in
            book.lastWaiting += 1
            book.waiting.append((book.lastWaiting, place))
            return book.lastWaiting
        }
        defer { book.withLock { book in book.waiting.removeAll { $0.number == number } } }
        return await body()
    }

    /// From now on nobody listens to what no line of the test has asked for.
    func close() {
        book.withLock { $0.isOver = true }
    }
}

/// Declares a wait that test tools cannot see: until the body returns, the action counts as waiting.
///
/// For code of a test, such as a double that waits for something of its own. What runs in the body must not touch the
/// scene: nobody waits for it.
///
/// ```swift
/// func load() async -> Data { await parked("a real file") { await reader.read() } }
/// ```
///
/// - Parameters:
///   - reason: What is waited for, for reports.
///   - body: The wait.
nonisolated(nonsending) public func parked<Value>(
    _ reason: String, _ body: nonisolated(nonsending) () async throws -> Value
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

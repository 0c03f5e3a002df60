import CIS

/// One run of one scenario: what its doubles, clocks and scenes belong to, and report to.
final class ScenarioRun: Sendable {
    /// The run in whose context doubles and clocks are made.
    @TaskLocal static var current: ScenarioRun?

    private struct Book: Sendable {
        var doubles: [any ScriptedDouble] = []
        var clocks: [ManualClock] = []
        var failures: [TestFailure] = []
    }

    /// Where the scenario is written.
    let place: SourcePlace
    let checking: Checking
    /// Chooses the order of what can run, in an exploration.
    let schedule: Schedule?
    /// Whether actions are cancelled or calls made to fail, so that only invariants can be expected to hold.
    let isDisturbed: Bool
    /// Whether failures are kept for the caller and not reported.
    private let keepsFailures: Bool
    let ledger: ActivityLedger
    let recorder: EventRecorder
    private let book = Guarded(Book())

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
        self.recorder = recorder
        var onDomainRead: (@MainActor @Sendable (UInt64, Activity) -> Void)?
        if schedule != nil {
            onDomainRead = { scene, activity in recorder.staleWrites.noteRead(of: scene, by: activity.number) }
        }
        ledger = ActivityLedger(onScene: { scene in recorder.watch(scene) }, onDomainRead: onDomainRead)
    }

    /// Runs a body in which scenes, doubles and clocks that are made belong to this run.
    @MainActor
    func perform<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        let reporter = DiagnosticReporter { [weak self] diagnostic in
            if diagnostic.isMisuse { self?.reportMisuse("\(diagnostic)") }
        }
        return try await Self.$current.withValue(self) {
            try await ActivityLedger.$current.withValue(ledger) {
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

    var doubles: [any ScriptedDouble] { book.withLock { $0.doubles } }
    var clocks: [ManualClock] { book.withLock { $0.clocks } }
    var failures: [TestFailure] { book.withLock { $0.failures } }

    // MARK: Failures

    func fail(_ message: String, at place: SourcePlace) {
        let failure = TestFailure(message: message, place: place)
        book.withLock { $0.failures.append(failure) }
        if !keepsFailures { failure.report() }
    }

    /// Reports what no line of the test has asked for: misuse, an unscripted call.
    func reportMisuse(_ message: String) {
        fail(message, at: place)
    }

    /// Fails the run, or the test if there is none.
    static func fail(_ message: String, in run: ScenarioRun?, at place: SourcePlace) {
        if let run { run.fail(message, at: place) } else { TestFailure(message: message, place: place).report() }
    }

    // MARK: Rest

    /// Suspends until nothing can run.
    ///
    /// - Returns: Whether it is so. Otherwise the test was cancelled, as by its time limit, and the failure is reported.
    @MainActor
    func settle(at place: SourcePlace) async -> Bool {
        if await ledger.untilQuiet() { return true }
        let lines = ledger.lines.filter(\.isRunnable).map { "  \($0.name): \($0.lastStep)" }
        fail(
            "The test ended before the scenes came to rest. Still running, with the last known step:\n"
                + lines.joined(separator: "\n")
                + "\nA wait that is no scripted call, sleep or stream of the test cannot be seen: make it one, "
                + "or wrap it in parked(_:).",
            at: place)
        return false
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
    let parking = Activity.ofThisTask?.park("waiting for \(reason)")
    defer { parking?.resume() }
    return try await body()
}

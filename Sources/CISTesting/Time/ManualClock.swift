internal import CIS

/// A clock that stands still until the test moves it.
///
/// Make it in the fixture of a scenario, and pass it to the scene and its workers. ``advance(_:by:fileID:filePath:line:column:)``
/// returns when nothing in the scene can run any more, so retries, debounces and countdowns are tested without real time.
public final class ManualClock: Clock, Sendable {
    /// A time on a ``ManualClock``.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public let offset: Duration

        /// Creates a time.
        ///
        /// - Parameter offset: The time since the clock was created.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The time that is later by `duration`.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// How much later `other` is.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether `lhs` is earlier.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let time: LockedValue<Duration>
    /// The time to which a `when(overlapping:)` moves the clock.
    private let limit = LockedValue<Duration?>(nil)
    let pending = PendingCalls<Sleep, Bool>()
    private let run: ScenarioRun?

    /// Creates a clock.
    ///
    /// - Parameter now: The time at which the clock starts.
    public init(now: Duration = .zero) {
        time = LockedValue(now)
        run = ScenarioRun.current
        run?.add(self)
        run?.add(pending)
    }

    /// The time. Only ``advance(_:by:fileID:filePath:line:column:)`` and ``set(to:)`` change it.
    public var now: Instant { Instant(offset: time.withLock { $0 }) }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The deadlines of all sleeps, the earliest first.
    public var deadlines: [Duration] { pending.requests.map(\.deadline) }

    /// Sleeps until the clock has reached the deadline. Returns immediately if the clock has reached it already.
    ///
    /// - Throws: `CancellationError`, if the task is cancelled first.
    nonisolated(nonsending) public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let task = TrackedTask.ofThisTask
        ScenarioRun.reportIfForeign(run, "sleep(until:)", in: task)
        if task == nil, TrackedTask.current != nil, run?.schedule != nil { run?.noteGap("sleep") }
        let sleep = Sleep(deadline: deadline.offset, task: task?.number)
        let woke = await pending.wait(
            sleep, rank: deadline.offset, step: "sleeping until \(deadline.offset) of the manual clock",
            whenCancelled: false,
            unless: { self.now >= deadline ? true : nil })
        guard woke else { throw CancellationError() }
    }

    /// Moves the clock forward, from deadline to deadline. Sleeps end in the order of their deadlines. The clock moves to the
    /// next deadline when nothing in the scenario can run any more. Returns when the clock has reached the new time and
    /// nothing can run any more.
    ///
    /// With a sentence, it is a step of the scenario, like a `when`: the sentence stands in failures and in the written
    /// specification, and `then` checks the effects since.
    ///
    /// ```swift
    /// await test.clock.advance("a minute passes", by: .seconds(60))
    /// ```
    ///
    /// Outside a scenario it only ends the sleeps that are due, and does not wait. In an exploration the schedule chooses
    /// what runs next, and may move the clock further.
    ///
    /// - Parameters:
    ///   - text: The sentence.
    ///   - duration: The time to move by. Negative durations count as zero.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    @MainActor
    public func advance(
        _ text: String? = nil, by duration: Duration, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        if let text { (run ?? ScenarioRun.current)?.onStep?(text, place) }
        // A task that was just started may not have begun its sleep yet.
        guard await waitUntilQuiet(at: place) else { return }
        let target = now.offset + max(duration, .zero)
        while true {
            while let next = pending.call(at: 0), next.request.deadline <= target {
                wake(next)
                guard await waitUntilQuiet(at: place) else { return }
            }
            time.withLock { $0 = max($0, target) }
            // Outside a scenario another sleep may have begun meanwhile.
            guard let next = pending.call(at: 0), next.request.deadline <= target else { return }
        }
    }

    /// Sets the clock forward or back, as a user can do on a device. No sleep ends.
    ///
    /// - Parameter offset: The time since the clock was created.
    public func set(to offset: Duration) {
        time.withLock { $0 = offset }
    }

    /// Suspends until at least this many sleeps are waiting for their deadlines.
    public nonisolated(nonsending) func sleepers(_ count: Int) async {
        _ = await pending.arrival { $0.count >= count }
    }

    /// Moves to the earliest deadline and ends the first sleep with that deadline.
    func wakeNext(of task: Int? = nil) {
        if let next = pending.call(where: { task == nil || $0.task == task }) { wake(next) }
    }

    /// Moves to the deadline of a sleep and ends the sleep.
    private func wake(_ sleep: (number: Int, request: Sleep)) {
        time.withLock { $0 = max($0, sleep.request.deadline) }
        pending.answer(true, number: sleep.number)
    }

    @MainActor
    private func waitUntilQuiet(at place: SourcePlace) async -> Bool {
        guard let run = run ?? ScenarioRun.current else { return true }
        return await run.waitUntilQuiet(at: place)
    }
}

extension ManualClock: SteppedClock {
    var sleeps: [Sleep] { pending.requests }
    var offset: Duration { now.offset }

    /// Lets the sleeps of sources end up to a time, in any order with everything else.
    func beginAdvance(by duration: Duration) {
        let target = now.offset + max(duration, .zero)
        // If nothing sleeps until then, the time passes at once, while calls wait for their answers.
        guard sleeps.contains(where: { $0.deadline <= target }) else { return time.withLock { $0 = max($0, target) } }
        limit.withLock { $0 = max($0 ?? target, target) }
    }

    func mayReach(_ deadline: Duration) -> Bool { limit.withLock { $0.map { deadline <= $0 } ?? false } }

    func endAdvance() {
        let target = limit.withLock { limit in
            defer { limit = nil }
            return limit
        }
        if let target { time.withLock { $0 = max($0, target) } }
    }
}

internal import CIS

/// A clock that stands still until the test moves it.
///
/// Make it in the fixture of a scenario, and give it to what the scenario is about. ``advance(by:fileID:filePath:line:column:)`` then returns when
/// nothing in the scene can run any more, so that retries, debounces and countdowns are tested without any time passing.
public final class ManualClock: Clock, Sendable {
    /// A time on a ``ManualClock``.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// Makes a time.
        ///
        /// - Parameter offset: The time since the clock was made.
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
    let pending = PendingCalls<Sleep, Bool>()
    private let run: ScenarioRun?

    /// Makes a clock.
    ///
    /// - Parameter now: The time that it starts at.
    public init(now: Duration = .zero) {
        time = LockedValue(now)
        run = ScenarioRun.current
        run?.add(self)
        run?.add(pending)
    }

    /// The time. Only ``advance(by:fileID:filePath:line:column:)`` and ``set(to:)`` change it.
    public var now: Instant { Instant(offset: time.withLock { $0 }) }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// When those who sleep will wake, the earliest first.
    public var deadlines: [Duration] { pending.requests.map(\.deadline).sorted() }

    /// Sleeps until the clock has been moved there. A deadline that is not later than now returns at once.
    ///
    /// - Throws: `CancellationError`, when the task is cancelled before.
    nonisolated(nonsending) public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let sleep = Sleep(deadline: deadline.offset, activity: TrackedTask.ofThisTask?.number)
        let woke = await pending.wait(
            sleep, step: "sleeping until \(deadline.offset) of the manual clock", whenCancelled: false,
            unless: { self.now >= deadline ? true : nil })
        guard woke else { throw CancellationError() }
    }

    /// Moves the clock forward, deadline by deadline: who is due wakes, in the order of the deadlines, and each time
    /// nothing in the scenario's scenes can run any more before time goes on. Returns when that is so at the new time.
    ///
    /// Outside a scenario it only wakes who is due. In an exploration, what wakes goes on by the schedule, which may move
    /// the clock further.
    ///
    /// - Parameters:
    ///   - duration: How far. Negative: not at all.
    ///   - fileID: The test's file. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    @MainActor
    public func advance(
        by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) async {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        // Who has just been started may still be on the way to its sleep.
        guard await comeToRest(at: place) else { return }
        let target = now.offset + max(duration, .zero)
        while true {
            while let next = deadlines.first, next <= target {
                wakeNext()
                guard await comeToRest(at: place) else { return }
            }
            time.withLock { $0 = max($0, target) }
            // Outside a scenario somebody may have come to sleep in between.
            guard let next = deadlines.first, next <= target else { return }
        }
    }

    /// Sets the clock, also back, as a user may set that of a device. Nobody wakes.
    ///
    /// - Parameter offset: The time since the clock was made.
    public func set(to offset: Duration) {
        time.withLock { $0 = offset }
    }

    /// Suspends until so many sleep on this clock.
    public nonisolated(nonsending) func sleepers(_ count: Int) async {
        _ = await pending.arrival { $0.requests.count >= count }
    }

    /// Moves to the earliest deadline and ends the first sleep with that deadline.
    func wakeNext(of activity: Int? = nil) {
        let sleeps = pending.requests.filter { activity == nil || $0.activity == activity }
        guard let deadline = sleeps.map(\.deadline).min() else { return }
        time.withLock { $0 = max($0, deadline) }
        pending.answer(true) { $0.deadline == deadline && (activity == nil || $0.activity == activity) }
    }

    @MainActor
    private func comeToRest(at place: SourcePlace) async -> Bool {
        guard let run = run ?? ScenarioRun.current else { return true }
        return await run.comeToRest(at: place)
    }
}

extension ManualClock: SteppedClock {
    var sleeps: [Sleep] { pending.requests }
}

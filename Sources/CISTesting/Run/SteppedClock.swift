/// A clock that a schedule moves from deadline to deadline.
protocol SteppedClock: Sendable {
    /// The sleeps that have not ended, those with the earliest deadline first.
    var sleeps: [Sleep] { get }
    /// The time since the clock was created.
    var offset: Duration { get }
    /// Moves to the earliest deadline and ends the first sleep with that deadline.
    ///
    /// - Parameter task: The tracked task whose sleep ends. If it is `nil`, the sleep of any task can end.
    func wakeNext(of task: Int?)
    /// Whether the sleep of a source with this deadline may end, because the test moves the clock in this `when`.
    func mayReach(_ deadline: Duration) -> Bool
    /// Moves to the time to which the test has moved the clock in this `when`.
    func endAdvance()
}

/// A stream whose values a schedule delivers.
protocol SteppedStream: Sendable {
    /// The tracked task whose read can be answered now.
    var taskOfReadyReader: Int? { get }
    /// Answers that read.
    func deliver()
}

/// One sleep on a clock.
struct Sleep: Sendable {
    let deadline: Duration
    let task: Int?
}

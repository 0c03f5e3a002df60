/// A clock that a schedule moves from deadline to deadline.
protocol SteppedClock: Sendable {
    /// The sleeps that have not ended, in the order in which they began.
    var sleeps: [Sleep] { get }
    /// Moves to the earliest deadline and ends the first sleep with that deadline.
    ///
    /// - Parameter task: The tracked task whose sleep ends. If it is `nil`, the sleep of any task can end.
    func wakeNext(of task: Int?)
}

/// One sleep on a clock.
struct Sleep: Sendable {
    let deadline: Duration
    let task: Int?
}

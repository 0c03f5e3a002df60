/// A stub, as the run of a scenario uses it.
protocol ScriptedDouble: Sendable {
    /// The calls that the test has not checked, as text.
    var unseenCalls: [String] { get }
    /// Names the stub, unless a call has named it already.
    func suggest(name: String)
    /// Counts all calls so far as checked.
    func forgetUnseenCalls()
    /// Ends the waiting calls. Called at the end of a scenario.
    func abandonWaitingCalls()
}

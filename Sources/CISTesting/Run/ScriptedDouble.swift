/// What the run of a scenario needs to know of a stub and to change in it.
protocol ScriptedDouble: Sendable {
    /// The calls that the test has not checked, as text.
    var unseenCalls: [String] { get }
    /// Sets the name of the stub, unless a call has set it already.
    func suggest(name: String)
    /// Counts all calls so far as checked.
    func forgetUnseenCalls()
    /// Ends the waiting calls. Called at the end of a scenario.
    func abandonWaitingCalls()
}

/// Where `receipt` reads from and writes to.
@MainActor package protocol Console: AnyObject {
    /// Whether a person is typing.
    var isTerminal: Bool { get }
    /// Whether something for standard output did not get there.
    var hasLostOutput: Bool { get }
    /// The next line without its end, or nil at the end of input. Throws if it is no UTF-8.
    func readLine() async throws(UsageError) -> String?
    /// Writes to standard output, and ends the line.
    func write(_ text: String)
    /// Writes to standard error, and ends the line.
    func writeError(_ text: String)
    /// Asks for a command, staying on the line.
    func prompt(_ text: String)
}

/// How `receipt` ended. The last two are the codes that BSD's `sysexits` gives them.
package enum ExitCode: Int32, Sendable {
    /// The request was sent; on a terminal, the user ended the session.
    case success = 0
    /// No request was sent, or a script could not be followed to its end.
    case failure = 1
    /// An option or a command that there is not.
    case usage = 64
    /// It went well, but standard output could not be written, so nobody was told all of it.
    case lostOutput = 74
}

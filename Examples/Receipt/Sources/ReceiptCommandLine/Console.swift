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

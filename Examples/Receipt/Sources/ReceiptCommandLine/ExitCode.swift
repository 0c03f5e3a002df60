/// How `receipt` ended.
package enum ExitCode: Int32, Sendable {
    /// The request was sent; on a terminal, the user ended the session.
    case success = 0
    /// No request was sent, or a script could not be followed to its end.
    case failure = 1
    /// An option or a command that there is not; the code that BSD's `sysexits` gives it.
    case usage = 64
    /// It went well, but standard output could not be written, so nobody was told all of it; the code is from there, too.
    case lostOutput = 74
}

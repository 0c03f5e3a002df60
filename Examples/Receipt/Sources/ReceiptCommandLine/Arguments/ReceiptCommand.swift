/// What the arguments of `receipt` ask for.
package enum ReceiptCommand: Sendable, Equatable {
    /// Print how to use it.
    case help
    /// Follow commands, from a terminal or from a script.
    case session(ReceiptOptions)
    /// Send one request and end.
    case send(ReceiptOptions, SendRequest)
}

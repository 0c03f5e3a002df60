/// Everything ``Login`` needs from outside.
package protocol LoginWorker: AnyObject, Sendable {
    /// FG-LOGIN-01: what the last login has stored.
    @concurrent func recall() async -> Login.Remembered
    /// FG-LOGIN-06, FG-LOGIN-07: stores the switch and the username; removes a value that is nil. A failure is logged and
    /// has no effect.
    @concurrent func remember(_ remembered: Login.Remembered) async
    /// FG-NET-08: sends the hash of the password, and keeps the token.
    @concurrent func logIn(username: String, password: Password) async throws
    /// FG-NET-09: sends the hash of the password. The server returns no token.
    @concurrent func register(username: String, password: Password) async throws
}

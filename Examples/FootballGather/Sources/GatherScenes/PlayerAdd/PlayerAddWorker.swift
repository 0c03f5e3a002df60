/// Everything ``PlayerAdd`` needs from outside.
package protocol PlayerAddWorker: AnyObject, Sendable {
    /// FG-MOD-05, FG-API-07: sends the name only.
    @concurrent func addPlayer(named name: String) async throws
}

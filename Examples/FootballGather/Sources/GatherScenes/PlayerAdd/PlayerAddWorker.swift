/// Everything ``PlayerAdd`` needs from outside.
package protocol PlayerAddWorker: AnyObject, Sendable {
    /// A key that no other request has.
    func newKey() -> RequestKey
    /// FG-MOD-05, FG-API-07: sends the name only. With the same key, no second player is added.
    @concurrent func addPlayer(named name: String, _ key: RequestKey) async throws
}

/// Everything ``ConfirmPlayers`` needs from outside.
package protocol ConfirmPlayersWorker: AnyObject, Sendable {
    /// A key that no other request has.
    func newKey() -> RequestKey
    /// FG-CONFIRM-04: creates a gather without score and players. With the same key, it returns the same gather.
    @concurrent func createGather(_ key: RequestKey) async throws -> ResourceID
    /// FG-NET-10: adds a player to a gather.
    @concurrent func add(_ player: TeamPlayer, toGather id: String) async throws
}

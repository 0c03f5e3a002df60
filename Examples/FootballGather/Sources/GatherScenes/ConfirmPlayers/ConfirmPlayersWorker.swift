/// Everything ``ConfirmPlayers`` needs from outside.
package protocol ConfirmPlayersWorker: AnyObject, Sendable {
    /// FG-CONFIRM-04: creates a gather without score and players.
    @concurrent func createGather() async throws -> ResourceID
    /// FG-NET-10: adds a player to a gather.
    @concurrent func add(_ player: TeamPlayer, toGather id: String) async throws
}

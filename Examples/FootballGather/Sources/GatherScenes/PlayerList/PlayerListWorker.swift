/// Everything ``PlayerList`` needs from outside.
package protocol PlayerListWorker: AnyObject, Sendable {
    /// FG-LIST-02: the user's players, in the order of the server. D20: with every change that was sent before, so it waits for
    /// their answers.
    @concurrent func players() async throws -> [Player]
    /// FG-LIST-13: deletes a player.
    @concurrent func deletePlayer(_ id: Player.ID) async throws
}

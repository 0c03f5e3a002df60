/// Everything ``PlayerEdit`` needs from outside.
package protocol PlayerEditWorker: AnyObject, Sendable {
    /// FG-EDIT-05, FG-API-08: replaces the whole player.
    @concurrent func updatePlayer(_ player: Player) async throws
}

/// Everything ``PlayerEdit`` needs from outside.
package protocol PlayerEditWorker: AnyObject, Sendable {
    /// FG-EDIT-05, FG-API-08: replaces the whole player, if nobody else has changed this version of it.
    ///
    /// - Returns: The player with its new version.
    /// - Throws: D19: ``ServiceError/changedElsewhere(_:)`` with the newest version.
    @concurrent func updatePlayer(_ player: Player) async throws -> Player
}

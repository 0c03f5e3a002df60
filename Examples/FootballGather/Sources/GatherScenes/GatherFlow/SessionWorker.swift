/// What ``GatherFlow`` itself needs from outside, besides the players for a link. A failure is logged and has no effect, because the
/// user has left already.
package protocol SessionWorker: AnyObject, Sendable {
    /// D18: forgets the token, and revokes it on the server.
    @concurrent func logOut() async
    /// D17: removes a gather that was left before its end.
    @concurrent func discardGather(_ id: String) async
}

/// Everything ``Gather`` needs from outside.
package protocol GatherWorker: AnyObject, Sendable {
    /// FG-GATHER-05, FG-API-13: stores the result of a gather.
    ///
    /// - Parameters:
    ///   - id: The id of the gather.
    ///   - score: FG-GATHER-06: `3-1`.
    ///   - winner: `Team A`, `Team B` or `None`.
    @concurrent func endGather(_ id: String, score: String, winner: String) async throws
}

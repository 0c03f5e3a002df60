extension TrackedTask {
    /// Sleeps on a system clock and reports this to the tracker, because such a sleep takes real time.
    static func onSystemClock(_ sleep: () async throws -> Void) async rethrows {
        guard QuiescenceTracker.wasMade, let trackedTask = ofThisTask else { return try await sleep() }
        let suspension = trackedTask.tracker.beginSuspension(
            trackedTask.number, in: "sleeping on a system clock", onSystemClock: true)
        defer { suspension?.resume() }
        try await withTaskCancellationHandler {
            try await sleep()
        } onCancel: {
            suspension?.resume()
        }
        trackedTask.tracker.onSystemSleep?(trackedTask.number)
    }
}

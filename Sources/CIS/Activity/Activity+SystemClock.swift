extension Activity {
    /// Sleeps on a clock of the system, as what a test tool must be told of: time really has to pass.
    static func onSystemClock(_ sleep: () async throws -> Void) async rethrows {
        guard ActivityLedger.wasMade, let activity = ofThisTask else { return try await sleep() }
        let parking = activity.ledger.park(activity.number, in: "sleeping on the system's clock", onSystemClock: true)
        defer { parking?.resume() }
        try await withTaskCancellationHandler {
            try await sleep()
        } onCancel: {
            parking?.resume()
        }
        activity.ledger.onSystemSleep?(activity.number)
    }
}

/// Everything ``TouristSpots`` needs from outside.
public protocol TouristSpotsWorker: AnyObject, Sendable {
    /// TS-08: fetches the forecast of all spots.
    @concurrent func fetchSpots() async throws -> [TouristSpot]
    /// D15: returns the sentence that explains an error to the user.
    @MainActor func text(of error: any Error) -> String
}

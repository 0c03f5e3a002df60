/// MV-22: the reason why films or a poster could not be loaded, as detailed as a user needs it. A cancelled task throws
/// `CancellationError` instead.
public enum MoviesError: Error, Sendable, Equatable {
    /// There is no connection to the service.
    case notConnected
    /// Anything else.
    case failed
}

/// MV-22: why films or a poster could not be loaded, as far as a user can tell the difference. A cancelled task
/// throws `CancellationError` instead.
public enum MoviesError: Error, Sendable, Equatable {
    /// There is no connection to the service.
    case notConnected
    /// Anything else.
    case failed
}

import CISWorkers
import MoviesDomain

extension HTTPError {
    /// MV-16, MV-22: the error in the terms of the domain, or `CancellationError` for a cancelled request. D13: a status other
    /// than success is an error, too.
    var domainError: any Error {
        switch code {
        case .cancelled: CancellationError()
        case .notConnected: MoviesError.notConnected
        default: MoviesError.failed
        }
    }
}

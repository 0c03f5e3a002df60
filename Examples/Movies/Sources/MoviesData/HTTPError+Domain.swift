import CISWorkers
import MoviesDomain

extension HTTPError {
    /// MV-16, MV-22: the error as far as the domain can tell the difference; `CancellationError` for a cancelled request.
    /// D13: a status that means no success is an error, too.
    var domainError: any Error {
        switch code {
        case .cancelled: CancellationError()
        case .notConnected: MoviesError.notConnected
        default: MoviesError.failed
        }
    }
}

/// FG-NET-12: what can be wrong with an answer. Users read the name of the case.
package enum ServiceError: Error, Equatable {
    case unexpectedResponse
    case locationHeaderNotFound
    case resourceIDNotFound
    case unexpectedResourceIDType
    case expectedDataInResponse
    case invalidRequestData
    /// The server does not accept the token any more. The flow asks for the password again, above all screens.
    case sessionEnded
}

/// FG-NET-03: the id of what was created.
package enum ResourceID: Sendable, Equatable {
    /// FG-NET-07: upper-case.
    case uuid(String)
    case integer(Int)
}

/// Why a request did not succeed, as a screen needs to know it.
///
/// Nobody is told of a request that was cancelled: that happens only when its screen is left, and the store of a screen that has
/// gone drops what its actions still do.
package enum Failure: Sendable, Equatable {
    /// The user has to log in again.
    case sessionEnded
    /// FG-NET-12: the description of the error.
    case error(String)

    /// - Parameter error: What the worker has thrown.
    init(_ error: any Error) {
        self = error as? ServiceError == .sessionEnded ? .sessionEnded : .error("\(error)")
    }

    /// What the user reads of it. nil if the session has ended: the login above the screen says so.
    ///
    /// - Parameters:
    ///   - message: Instead of the description of the error.
    ///   - title: The title.
    func alert(_ message: String? = nil, title: String = "Error") -> Alert? {
        guard case .error(let description) = self else { return nil }
        return Alert(title: title, message: message ?? description)
    }
}

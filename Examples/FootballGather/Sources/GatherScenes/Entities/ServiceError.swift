/// FG-NET-12: the problems that a response can have. Users see the name of the case.
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
    /// FG-NET-07: a UUID in upper case.
    case uuid(String)
    case integer(Int)
}

/// The reason why a request failed, in the form that a screen needs.
///
/// A cancelled request is not reported to the user. A request is cancelled only when its screen is left, and then the store
/// drops the mutations of its actions.
package enum Failure: Sendable, Equatable {
    /// The user has to log in again.
    case sessionEnded
    /// FG-NET-12: the description of the error.
    case error(String)

    /// - Parameter error: The error that the worker has thrown.
    init(_ error: any Error) {
        self = error as? ServiceError == .sessionEnded ? .sessionEnded : .error("\(error)")
    }

    /// The alert for the user. nil if the session has ended, because the login above the screen shows this.
    ///
    /// - Parameters:
    ///   - message: The text to show instead of the description of the error.
    ///   - title: The title.
    func alert(_ message: String? = nil, title: String = "Error") -> Alert? {
        guard case .error(let description) = self else { return nil }
        return Alert(title: title, message: message ?? description)
    }
}

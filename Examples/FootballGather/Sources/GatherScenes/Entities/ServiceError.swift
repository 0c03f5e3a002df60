/// FG-NET-12: the problems that a request can have. ``Wording`` has a sentence for each, as decided in D22.
package enum ServiceError: Error, Equatable, Codable {
    case unexpectedResponse
    case locationHeaderNotFound
    case resourceIDNotFound
    case unexpectedResourceIDType
    case expectedDataInResponse
    case invalidRequestData
    /// The server does not accept the token any more. The flow asks for the password again, above all screens.
    case sessionEnded
    /// There is no way to the server.
    case noConnection
    /// The server has the request, and does not answer.
    case noAnswer
    /// The server has too much to do.
    case busy
    case wrongCredentials
    /// FG-API-03: the server does not say it, so it is only likely.
    case usernameTaken
    case usernameRefused
    /// D22: the server does not store this text, because it is too long.
    case textTooLong
    /// D22: somebody has deleted the player meanwhile.
    case playerDeleted
    /// D19: the player has changed since it was loaded, and is like this now.
    case changedElsewhere(Player)
}

extension ServiceError {
    /// D22: whether the same request fails again, so that the user has to know the reason.
    fileprivate var isFinal: Bool { self == .textTooLong || self == .playerDeleted }
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
    case error(ServiceError)

    /// - Parameter error: The error that the worker has thrown.
    init(_ error: any Error) {
        let error = error as? ServiceError ?? .unexpectedResponse
        self = error == .sessionEnded ? .sessionEnded : .error(error)
    }

    /// The problem to tell the user. nil if the session has ended, because the login above the screen says this.
    ///
    /// - Parameter problem: What to tell instead of the error, unless trying again cannot help (D22).
    func problem(_ problem: Problem? = nil) -> Problem? {
        guard case .error(let error) = self else { return nil }
        return error.isFinal ? .request(error) : problem ?? .request(error)
    }
}

/// What a screen has to tell the user. ``Wording`` says it in words.
package enum Problem: Sendable, Equatable, Codable {
    /// FG-LOGIN-02
    case missingCredentials
    /// D23
    case shortPassword
    /// A link names a player that the user does not have.
    case noSuchPlayer
    /// FG-ADD-05, FG-EDIT-08, FG-CONFIRM-07, FG-GATHER-08
    case notAdded, notUpdated, notStarted, notEnded
    /// FG-LOGIN-05, FG-LIST-04, FG-LIST-14
    case request(ServiceError)
}

/// Why a request is not done.
package enum Refusal: Error, Equatable {
    /// FG-API-21: the password or the token is missing or wrong.
    case notAuthenticated
    /// It is not there, or belongs to another user: nobody can tell which.
    case notFound
    /// FG-API-22: the request does not say what it must, with the reason that the client reads.
    case bad(String = "Bad Request")
    /// The body is not said to be JSON.
    case unsupportedMediaType
    /// FG-API-03: another user has that name.
    case usernameTaken
    /// More is waiting already than can be done in time.
    case busy
}

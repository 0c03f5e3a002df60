/// The reason why a request is refused.
package enum Refusal: Error, Equatable {
    /// FG-API-21: the password or the token is missing or wrong.
    case notAuthenticated
    /// The object does not exist, or belongs to another user. The client cannot distinguish the two.
    case notFound
    /// FG-API-22: something in the request is missing or wrong. The text is the reason in the answer.
    case bad(String = "Bad Request")
    /// D19: the change is of a version of the player that is not the newest.
    case stale
    /// The header `Content-Type` does not say that the body is JSON.
    case unsupportedMediaType
    /// FG-API-03: another user has this name.
    case usernameTaken
    /// The header `Idempotency-Key` was sent before, with a request for something else.
    case keyOfAnotherRequest
    /// Too many passwords are waiting to be hashed, or the database is not available.
    case busy
}

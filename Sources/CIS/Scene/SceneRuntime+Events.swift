/// Seeing what happens inside a scene.
extension SceneRuntime {
    /// Attaches a scene observer for as long as an owner exists: it sees actions, use cases, mutations, commits, side effects
    /// and drops.
    ///
    /// - Parameters:
    ///   - observer: Held until the owner is gone, which the scene notices at its next event. Pass the observer itself as
    ///     the owner, and it is not held at all.
    ///   - owner: Who wants it attached. Not kept alive.
    /// - Returns: A token to detach it early. It may be ignored, and does not detach it when released.
    @discardableResult
    public func attach(_ observer: any SceneObserver, on owner: AnyObject) -> ObservationToken {
        publisher.attach(observer, owner: owner)
    }

    /// Attaches a scene observer until the token is released or cancelled: it sees actions, use cases, mutations, commits,
    /// side effects and drops.
    ///
    /// - Parameter observer: Held until the token is released or cancelled. It sees no event begin from then on; the ends
    ///   of those that it saw begin it is still told.
    /// - Returns: The token. Keep it in a stored property.
    public func attach(_ observer: any SceneObserver) -> ObservationToken {
        publisher.attach(observer, owner: nil)
    }
}

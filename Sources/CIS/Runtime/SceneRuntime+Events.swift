/// Seeing what happens inside a scene.
extension SceneRuntime {
    /// Attaches a scene observer for as long as an owner exists: it sees actions, use cases, mutations, commits, side
    /// effects and drops.
    ///
    /// - Parameters:
    ///   - observer: The scene keeps it until the owner is gone, which it notices at its next event. If the observer is
    ///     its own owner, the scene does not keep it.
    ///   - owner: The object whose end detaches the observer. It is not kept alive.
    /// - Returns: A token to detach it early. It may be ignored, and does not detach it when released.
    @discardableResult
    public func attach(_ observer: any SceneObserver, on owner: AnyObject) -> ObservationToken {
        publisher.attach(observer, owner: owner)
    }

    /// Attaches a scene observer until the token is released or cancelled: it sees actions, use cases, mutations,
    /// commits, side effects and drops.
    ///
    /// - Parameter observer: The scene keeps it until the token is released or cancelled. After that it sees no new
    ///   events, but still the ends of events that it saw begin.
    /// - Returns: The token. Keep it in a stored property.
    public func attach(_ observer: any SceneObserver) -> ObservationToken {
        publisher.attach(observer, owner: nil)
    }
}

/// Attaching scene observers, which receive everything that happens inside a scene.
extension SceneRuntime {
    /// Attaches a scene observer for as long as an owner exists. The observer receives actions, use cases, mutations,
    /// commits, side effects and drops.
    ///
    /// - Parameters:
    ///   - observer: The observer. The scene retains it until the first event after the owner was released. If the
    ///     observer is its own owner, the scene does not retain it.
    ///   - owner: The object whose release detaches the observer. It is not retained.
    /// - Returns: A token to detach it early. It may be ignored, and does not detach it when released.
    @discardableResult
    public func attach(_ observer: any SceneObserver, on owner: AnyObject) -> ObservationToken {
        publisher.attach(observer, owner: owner)
    }

    /// Attaches a scene observer until the token is released or cancelled. The observer receives actions, use cases,
    /// mutations, commits, side effects and drops.
    ///
    /// - Parameter observer: The observer. The scene retains it until the token is released or cancelled. After that it
    ///   receives no new events, but still the ends of events that it saw begin.
    /// - Returns: The token. Keep it in a stored property.
    public func attach(_ observer: any SceneObserver) -> ObservationToken {
        publisher.attach(observer, owner: nil)
    }
}

import Synchronization

/// Sends the events of one scene to its scene observers. Created when the first observer is attached.
@MainActor
final class SceneEventEmitter {
    /// The scene, with its current place.
    var scene: SceneIdentity
    private var observers: [SceneObserverHandle] = []

    private static var lastNumber: UInt64 = 0

    private let whenUnobserved: () -> Void

    init(scene: SceneIdentity, whenUnobserved: @escaping () -> Void) {
        self.scene = scene
        self.whenUnobserved = whenUnobserved
    }

    func attach(_ observer: any SceneObserver, owner: AnyObject?) -> SceneObserverHandle {
        let handle = SceneObserverHandle(observer, owner: owner, of: self)
        observers.append(handle)
        return handle
    }

    fileprivate func detach(_ handle: SceneObserverHandle) {
        observers.removeAll { $0 === handle }
        if observers.isEmpty { whenUnobserved() }
    }

    /// Begins an event that ends before the next suspension. It is the cause of all events that begin before it ends.
    func begin(_ kind: SceneEvent.Kind, cause: SceneEvent.ID?, at site: CallSite? = nil) -> OpenEvent {
        let outer = SceneTracing.synchronousCause
        let event = beginAsync(kind, cause: cause, at: site)
        SceneTracing.synchronousCause = event.id
        return OpenEvent(id: event.id, endings: event.endings, outerCause: .some(outer))
    }

    /// Begins an event that may end after a suspension.
    func beginAsync(_ kind: SceneEvent.Kind, cause: SceneEvent.ID?, at site: CallSite? = nil) -> OpenEvent {
        Self.lastNumber += 1
        let known = site.flatMap { $0.line == 0 ? nil : $0 }
        let event = SceneEvent(
            id: SceneEvent.ID(number: Self.lastNumber), cause: cause, scene: scene, kind: kind, callSite: known)
        var endings: [@MainActor (SceneEvent.Ending) -> Void] = []
        for handle in observers where handle.isActive {
            if let observer = handle.observer {
                if let ending = observer.sceneWillBegin(event) { endings.append(ending) }
            } else {
                handle.end()  // its owner is gone
            }
        }
        return OpenEvent(id: event.id, endings: endings, outerCause: nil)
    }

    func report(_ kind: SceneEvent.Kind, cause: SceneEvent.ID?, at site: CallSite? = nil) {
        beginAsync(kind, cause: cause, at: site).end()
    }
}

@MainActor
struct OpenEvent {
    let id: SceneEvent.ID
    /// The functions to call at the end: one for every observer that saw the event begin, even if the observer was
    /// detached since.
    let endings: [@MainActor (SceneEvent.Ending) -> Void]
    /// For a synchronous event: the cause to be restored at its end.
    let outerCause: SceneEvent.ID??

    func end(_ ending: SceneEvent.Ending = .finished) {
        if case .some(let outer) = outerCause { SceneTracing.synchronousCause = outer }
        for call in endings { call(ending) }
    }
}

/// One attached scene observer. Its token detaches it.
// Unchecked because its superclass is. Its own properties are isolated to the main actor or constant.
final class SceneObserverHandle: ObserverHandle, @unchecked Sendable {
    private weak let events: SceneEventEmitter?
    /// The observer. `nil` if it is its own owner, because owners are not retained.
    @MainActor private var retained: (any SceneObserver)?
    private weak let owner: AnyObject?

    @MainActor
    init(_ observer: any SceneObserver, owner: AnyObject?, of events: SceneEventEmitter) {
        self.events = events
        retained = observer === owner ? nil : observer
        self.owner = owner
        super.init(endsWithToken: owner == nil)
        SceneTracing.attachedObservers.add(1, ordering: .relaxed)
    }

    deinit {
        // An observer with an owner may still be attached when the scene is released.
        if isActive { SceneTracing.attachedObservers.subtract(1, ordering: .relaxed) }
    }

    /// The observer. `nil` if its owner no longer exists.
    @MainActor var observer: (any SceneObserver)? {
        guard !endsWithToken else { return retained }
        guard let owner else { return nil }
        return retained ?? owner as? any SceneObserver
    }

    override func discard() {
        SceneTracing.attachedObservers.subtract(1, ordering: .relaxed)
        events?.detach(self)
        // Released last, because the deinit of the observer may call back.
        let released = retained
        retained = nil
        withExtendedLifetime(released) {}
    }
}

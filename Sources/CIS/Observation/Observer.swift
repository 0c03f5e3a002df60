import Synchronization

/// When an observer is called after a change.
public enum Delivery: Sendable, Hashable {
    /// Calls the observer at every commit that changes the selected value, before `execute` returns.
    case everyChange
    /// Calls the observer once per turn of the main actor, with the latest value.
    ///
    /// Use it for drawing, so that a burst of mutations redraws once. The observer does not receive intermediate
    /// values. If a value changes and changes back within the turn, the observer is not called.
    case oncePerTurn
}

/// Ends an observation.
///
/// An observation without an owner ends when its token is released. Keep the token in a stored property: a local token
/// is released after its *last use*, which the optimizer may move. The token of an observation with an owner (`on:
/// self`) can be ignored: the observation ends with its owner, or earlier with ``cancel()``.
public final class ObservationToken: Sendable {
    let handle: ObserverHandle

    init(_ handle: ObserverHandle) {
        self.handle = handle
    }

    deinit {
        if handle.endsWithToken { handle.end() }
    }

    /// Ends the observation. After it returns, the observer is not called again, not even in a notification that is in
    /// progress. Calling it again does nothing.
    @MainActor
    public func cancel() {
        handle.end()
    }
}

/// What a token ends: an observer of states or of events.
@usableFromInline
class ObserverHandle: @unchecked Sendable {  // subclasses add only what the main actor owns, or nothing
    private let active = Atomic<Bool>(true)

    /// Whether the observer ends when its token is released. Stored here, because in the token it would take more
    /// memory.
    final let endsWithToken: Bool

    init(endsWithToken: Bool = false) {
        self.endsWithToken = endsWithToken
    }

    final var isActive: Bool { active.load(ordering: .relaxed) }

    /// Ends the observer. Everything that it holds is released at once if the caller runs on the main actor, otherwise
    /// in a main-actor job.
    final func end() {
        guard deactivate() else { return }
        onMainActor { [self] in discard() }
    }

    /// Ends the observer without releasing what it holds. If this returns `true`, the caller must call ``discard()``.
    final func deactivate() -> Bool { active.exchange(false, ordering: .acquiringAndReleasing) }

    /// Releases everything that the handle holds. Called once.
    @MainActor func discard() {}
}

/// An observer of a scene's state. It is one closure, which selects a value, compares it, and calls the client.
// Unchecked because its superclass is. Its own properties are constant or isolated to the main actor.
@usableFromInline
final class Observer: ObserverHandle, @unchecked Sendable {
    /// Why the closure is called.
    @usableFromInline
    enum Occasion {
        /// To select and keep the first value, without calling the client. Only for observers that keep a value.
        case select
        /// To call the client with the first value.
        case begin
        /// To call the client if the state has changed.
        case change
    }

    let delivery: Delivery
    /// Whether it waits for the delivery at the end of the turn.
    // Unchecked exclusivity is safe here and below: only the main actor accesses these properties, and each access ends
    // before any client code runs.
    @MainActor @exclusivity(unchecked) var isDue = false
    weak let owner: AnyObject?
    /// Does nothing after the end of the observation.
    // Not an optional: the call of an optional closure goes through a second function.
    @MainActor @exclusivity(unchecked) private var body: (UnsafeRawPointer, Occasion) -> Void

    @MainActor
    @usableFromInline
    init(owner: AnyObject?, delivery: Delivery, body: @escaping (UnsafeRawPointer, Occasion) -> Void) {
        self.delivery = delivery
        self.owner = owner
        self.body = body
        super.init(endsWithToken: owner == nil)
    }

    var hasOwner: Bool { !endsWithToken }

    var isOwnerGone: Bool { hasOwner && owner == nil }

    @MainActor
    func call(_ state: UnsafeRawPointer, _ occasion: Occasion) {
        body(state, occasion)
    }

    override func discard() {
        // Released last, because objects that it held may call back.
        let released = body
        body = { _, _ in }
        withExtendedLifetime(released) {}
    }
}

/// Binds a callback to its owner. The closure is not isolated, because an isolated closure would check its executor at
/// each call. Observers are called only on the main actor, and the client's function makes its own check.
@inlinable
func bind<Owner: AnyObject, Value>(
    _ onChange: @escaping (Owner, Value) -> Void, to owner: Owner
) -> (Value) -> Void {
    { [weak owner] value in if let owner { onChange(owner, value) } }
}

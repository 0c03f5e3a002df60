/// Holds the state of a scene, and publishes it to observers after every commit.
///
/// A ``Store`` creates one in its initializer and does nothing else with it. Front ends observe the state through
/// ``SceneRuntime``.
@MainActor
public final class StatePublisher<State: SceneState>: SceneCore {
    // Unchecked: see `SceneCore.flags`.
    @exclusivity(unchecked) @usableFromInline var state: State

    /// The address of the state, valid as long as the publisher. The flag word guards the accesses. Code that is not
    /// generic also uses the address.
    @inlinable var storage: UnsafeMutablePointer<State> {
        // Formally undefined: an address from an inout access is valid only during the call. It works, because a stored
        // property without `willSet` and `didSet` is at a fixed address as long as its object exists. A separate
        // allocation, which would be defined, costs each scene a malloc.
        addressOfProperty(&state)
    }

    /// Moves the state into the publisher.
    ///
    /// - Parameter state: The initial state of the scene.
    public init(_ state: State) {
        // Moved. Otherwise the compiler copies the state and destroys the argument.
        self.state = consume state
        super.init(stateType: State.self)
        if Restoration.current != nil { restore() }
    }

    /// Takes the saved state, if it is the state of this scene.
    // A separate function, because it begins with a lookup of the type of the optional state. The lookup takes as long
    // as creating the publisher.
    @inline(never)
    private func restore() {
        guard let restoration = Restoration.current, let saved = restoration.take(State.self) else { return }
        state = saved
        ensureExtras().restoration = restoration
    }
}

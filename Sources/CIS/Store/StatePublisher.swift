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
    ///
    /// The address does not keep the publisher alive. If nothing uses the publisher after it, the compiler releases the
    /// publisher before: see `withExtendedLifetime` where the address is used last. Read the state without the address.
    @inlinable var storage: UnsafeMutablePointer<State> {
        // Formally undefined: an address from an inout access is valid only during the call. It works, because a stored
        // property without `willSet` and `didSet` is at a fixed address as long as its object exists. A separate
        // allocation, which would be defined, costs each scene a malloc.
        addressOfProperty(&state)
    }

    /// Creates a publisher with the initial state of the scene.
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

// MARK: - After a change of the state

extension StatePublisher {
    /// Invalidates readers that use the Observation framework, then notifies the observers that were registered before
    /// this commit, in order. The caller has set the publishing flag.
    @usableFromInline
    func notify() {
        if let extras, !extras.corrections.isEmpty { correct() }
        let state = UnsafeRawPointer(storage)
        if flags.contains(.tracked) { invalidateTrackers(in: state) }
        guard let observers else { return }
        observers.notify(of: state) { scheduleDelivery() }
        if observers.wantsPruning { pruneObservers() }
    }

    /// Adds a correction of the state. It is called at once and then right after each `mutate`. A scene with corrections has
    /// observers: those that follow what is corrected.
    func addCorrection(_ correction: @escaping (UnsafeMutableRawPointer) -> Void) {
        ensureExtras().corrections.append(correction)
        if !flags.contains(.mutating) { correct() }
    }

    private func correct() {
        flags.insert(.mutating)
        for correct in extras?.corrections ?? [] { correct(storage) }
        flags.remove(.mutating)
    }

    // MARK: - The Observation framework

    func trackState() {
        guard !flags.contains(.stopped) else { return }
        let fields = trackers()
        if _isPOD(State.self) {
            fields.noteRead(of: \State.self, at: 0, in: storage)
        } else {
            fields.noteReadOfWhole(in: storage)
        }
        if fields.isTracked { flags.insert(.tracked) }
    }

    /// Reads a field, and registers the read with the Observation framework. Used for the first read through a key path
    /// object, and for every read of a computed field.
    @usableFromInline
    func trackedValue<Value>(_ field: KeyPath<State, Value>) -> Value {
        willRead()
        if let offset = MemoryLayout<State>.offset(of: field) {
            track(field, at: offset)
            return withExtendedLifetime(self) {
                (UnsafeRawPointer(storage) + offset).assumingMemoryBound(to: Value.self).pointee
            }
        }
        var value: Value?
        selecting {
            track(field, at: nil)
            value = storage.pointee[keyPath: field]
        }
        return value ?? storage.pointee[keyPath: field]
    }

    private func track<Value>(_ field: KeyPath<State, Value>, at offset: Int?) {
        guard !flags.contains(.stopped) else { return }
        let fields = trackers()
        fields.noteRead(of: field, at: offset, in: storage)
        if fields.isTracked { flags.insert(.tracked) }
    }

    // MARK: - Domain snapshots

    /// Takes a snapshot and keeps its value, so that a later commit can tell whether the domain state has changed.
    ///
    /// Keeping the value makes it safe to compare bits only: an array that it shares with the state cannot be changed
    /// in place.
    func takeDomainSnapshot() -> DomainSnapshot<State.DomainState> {
        willReadDomain()
        let extras = ensureExtras()
        let value = storage.pointee.domainState
        let released = extras.keptDomainState
        extras.keptDomainState = Box(value)
        flags.insert(.snapshotTaken)
        // Released last, here and below, because objects in it may call back.
        withExtendedLifetime(released) {}
        return DomainSnapshot(value: value, revision: Revision(extras.domainRevision))
    }

    /// Increases the domain revision if the domain state has changed since the last snapshot.
    func noteDomainChange() {
        guard flags.contains(.snapshotTaken), let extras, let kept = extras.keptDomainState as? Box<State.DomainState>,
            !hasSameValue(kept.value, storage.pointee.domainState)
        else { return }
        extras.keptDomainState = nil
        extras.domainRevision += 1
        flags.remove(.snapshotTaken)
        withExtendedLifetime(kept) {}
    }
}

/// Returns the address of a stored property, which Swift passes for an inout argument.
///
/// It is not isolated, because an isolated function checks its executor. It is used instead of
/// `withUnsafeMutablePointer`, which looks up the type of the pointer at each call from generic code.
@inlinable
func addressOfProperty<Value>(_ property: UnsafeMutablePointer<Value>) -> UnsafeMutablePointer<Value> {
    property
}

/// A running scene, as a front end owns it: actions go in, state comes out.
///
/// ```swift
/// let scene = Counter.assemble()
/// scene.execute(.plusTapped)
/// scene.observe(\.total, on: self) { view, total in view.show(total) }
/// ```
///
/// Ownership: the runtime owns controller and store; the controller owns the interactor; store and interactor own the
/// worker. Nothing below owns the runtime. Releasing it cancels its actions, closes its sources and stops its children;
/// the rest of the graph is freed as soon as no running action holds it any more. Keep the runtime outside of anything
/// that is rebuilt on redraw.
@MainActor
public final class SceneRuntime<Definition: SceneDefinition> {
    @usableFromInline nonisolated let controller: any Controller<Definition.Action>
    @usableFromInline nonisolated let publisher: StatePublisher<Definition.State>
    @usableFromInline let store: AnyObject

    /// Takes the parts of a scene and lets it run.
    ///
    /// - Parameters:
    ///   - controller: Handles the actions.
    ///   - store: Holds the state. A store belongs to one runtime; a second one is reported.
    ///   - outputs: The port that the scene's store sends to. A ``SceneStore`` has its own, and needs none here.
    ///   - diagnostics: Who hears of programmer errors and dropped work. The default is the reporter current now.
    ///   - clock: The clock that policies and timers go by. The default is the continuous clock of the system.
    @inlinable
    public init<C: Controller<Definition.Action>, S: Store<Definition.State, Definition.Mutation>>(
        controller: C, store: S, outputs: OutputPort<Definition.Output>? = nil,
        diagnostics: DiagnosticReporter = .currentForScene, clock: (any Clock<Duration>)? = nil
    ) {
        // In the client's code, where the types are known and the parts are handed over without a retain and a release.
        publisher = store.publisher
        self.controller = consume controller
        self.store = consume store
        if publisher.definition != nil { publisher.reportInUse(to: diagnostics) }
        publisher.definition = Definition.self
        publisher.knownReporter = diagnostics
        if !publisher.isPlain || outputs != nil || clock != nil { configure(outputs: outputs, clock: clock) }
    }

    /// What few scenes are made with.
    @usableFromInline
    func configure(outputs: OutputPort<Definition.Output>?, clock: (any Clock<Duration>)?) {
        if let clock { publisher.ensureExtras().clock = RuntimeClock(clock) }
        if !systemStartsTasksInPlace { publisher.flags.insert(.alwaysDefers) }
        if let outputs { publisher.take(outputs) }
        publisher.quiescenceTracker?.onScene?(self)
    }

    deinit {
        if end() { notifyOfRelease() }
    }

    // A function of its own: in a deinit the publisher would be retained for the call.
    nonisolated private func end() -> Bool { publisher.end() }

    // A function of its own: the publisher's type has to be looked up when it begins.
    @inline(never)
    nonisolated private func notifyOfRelease() {
        onMainActor(publisher) { scene in scene.runtimeWasReleased() }
    }

    /// The state as committed.
    ///
    /// Read inside `withObservationTracking` or a SwiftUI body, it is tracked: any commit invalidates the reader, whether or
    /// not it has changed anything. (A state of trivially copyable fields is compared.) To be invalidated only by what has
    /// changed, read fields through ``observed(_:)``.
    ///
    /// - Important: While ``Store/mutate(_:by:)`` runs there is none; see there.
    /// - Complexity: O(1) beside the copy of the state's fields, tracked or not.
    public var state: Definition.State {
        if publisher.flags.contains(.mutating) { publisher.refuseRead() }
        publisher.trackState()
        return publisher.storage.pointee
    }

    /// One field of the state, tracked on its own: a commit invalidates the reader if it changes the field's value, and only
    /// then.
    ///
    /// While somebody tracks the field its value is kept. After each commit the bits of both are compared; where they
    /// differ `==` decides, if the field's type has one, and a type without `==` counts as changed. A computed field is
    /// computed after each commit while it is tracked, as an observer with a selector would.
    ///
    /// What is kept shares its memory with the state: the next write to a tracked array, string or dictionary copies it,
    /// once for each time that it is tracked again. Read `\.items.count` instead of `\.items` where that is all you need.
    /// An object inside the field is compared as a reference, so what changes inside of it is not noticed.
    ///
    /// - Parameter field: The path to the field.
    /// - Important: While ``Store/mutate(_:by:)`` runs there is no state to read; see there.
    /// - Complexity: O(1). Outside of tracking nothing is kept, and later commits cost nothing.
    @inlinable
    @inline(never)
    public func observed<Value>(_ field: KeyPath<Definition.State, Value>) -> Value {
        // Made for the client's types, but not in each place that reads a field: that would be a lot of code in a view.
        let publisher = self.publisher
        if publisher.flags.contains(.mutating) { publisher.refuseRead() }
        guard let offset = MemoryLayout<Definition.State>.offset(of: field) else {
            return publisher.trackedValue(field)
        }
        if !publisher.trackAgain(at: offset, type: ObjectIdentifier(Value.self)) { publisher.track(field, at: offset) }
        return (UnsafeRawPointer(publisher.storage) + offset).assumingMemoryBound(to: Value.self).pointee
    }

    /// Where the scene tells its parent what the parent should know. `nil` for a scene that has nothing to tell: its
    /// ``SceneDefinition/Output`` is `Never`.
    public var outputs: OutputPort<Definition.Output>? {
        Definition.Output.self == Never.self ? nil : publisher.outputs()
    }

    /// Tells the scene apart from others, also from those of the same definition.
    public var identity: SceneIdentity { publisher.identity }

    /// The number of actions that have not finished, for tests and tools.
    package var unfinishedActionCount: Int { publisher.knownRegistry?.count ?? 0 }

    /// Makes every action start in a main-actor job of its own. On systems that cannot start a task in place all scenes do: this
    /// is all that distinguishes them.
    package func deferEveryStart() { publisher.flags.insert(.alwaysDefers) }

    /// Whether ``stop()`` was called.
    public var isStopped: Bool { publisher.flags.contains(.stopped) }

    /// Ends the scene: cancels its actions, closes its store and sources, ends its observations, stops its children. From
    /// now on its outputs reach nobody: a parent that has let it go, perhaps for another, must not hear of it.
    ///
    /// Actions that have not started yet are dropped as ``DropReason/cancelledBeforeStart``. Later actions and mutations
    /// are dropped as ``DropReason/stopped``, which counts as a programmer error. Each makes one diagnostic. The last state
    /// can still be read. Calling it again does nothing.
    public func stop() {
        let walk = StopTraversal.takeOver(for: self)
        guard !publisher.flags.contains(.stopped) else { return }
        publisher.flags.insert(.stopped)
        publisher.end()
        publisher.events?.report(.stopped, cause: publisher.currentCause)
        publisher.endObservers()
        (publisher.port as? any ScenePort)?.disconnect()
        publisher.stopChildren(on: walk)
    }
}

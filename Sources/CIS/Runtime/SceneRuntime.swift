/// A running scene, as a front end owns it: actions go in, state comes out.
///
/// ```swift
/// let scene = Counter.assemble()
/// scene.execute(.plusTapped)
/// scene.observe(\.total, on: self) { view, total in view.show(total) }
/// ```
///
/// Ownership: the runtime owns controller and store; the controller owns the interactor; store and interactor own the
/// worker. None of them owns the runtime. Releasing the runtime cancels its actions, closes its sources and stops its
/// children; the other parts are freed when the last running action has ended. Do not store the runtime in something
/// that is created anew at each redraw.
@MainActor
public final class SceneRuntime<Definition: SceneDefinition> {
    nonisolated let controller: any Controller<Definition.Action>
    @usableFromInline nonisolated let publisher: StatePublisher<Definition.State>
    let store: AnyObject

    /// Creates a running scene from its parts.
    ///
    /// - Parameters:
    ///   - controller: Handles the actions.
    ///   - store: Holds the state. A store belongs to one runtime. If a second runtime is created with it, this is
    ///     reported.
    ///   - outputs: The port to which the scene's store sends. Omit it if the store is a ``SceneStore``, which has its
    ///     own port.
    ///   - diagnostics: Receives programmer errors and dropped work. The default is the current reporter.
    ///   - clock: The clock of policies and timers. The default is the system's continuous clock.
    public init<C: Controller<Definition.Action>, S: Store<Definition.State, Definition.Mutation>>(
        controller: C, store: S, outputs: OutputPort<Definition.Output>? = nil,
        diagnostics: DiagnosticReporter = .currentForScene, clock: (any Clock<Duration>)? = nil
    ) {
        publisher = store.publisher
        // Consumed, so that they are not retained once more.
        self.controller = consume controller
        self.store = consume store
        publisher.noteRuntime(of: Definition.self, reportingTo: diagnostics)
        if let clock { publisher.ensureExtras().clock = RuntimeClock(clock) }
        if let outputs { publisher.take(outputs) }
        if !systemStartsTasksInPlace { deferEveryStart() }
        publisher.instrumentation?.didCreate(self)
        if Instrumentation.wasMade { Instrumentation.onNewScene?(self, SceneEvent.currentCause) }
    }

    deinit {
        if end() { notifyOfRelease() }
    }

    // A separate function, because in the deinit itself the publisher would be retained for the call.
    nonisolated private func end() -> Bool { publisher.end() }

    // A separate function, because it begins with a lookup of the publisher's type.
    @inline(never)
    nonisolated private func notifyOfRelease() {
        let core: SceneCore = publisher
        onMainActor { core.runtimeWasReleased() }
    }

    /// The state after the last commit.
    ///
    /// A read inside `withObservationTracking` or a SwiftUI body is tracked: every commit invalidates the reader, even
    /// a commit that does not change the state. There is one exception: if all fields of the state are trivially
    /// copyable, the old and the new state are compared, and only a change invalidates the reader. To be invalidated
    /// only by changes of one field, read it with ``observed(_:)``.
    ///
    /// - Important: Do not read it while ``Store/mutate(_:by:)`` runs; see there.
    /// - Complexity: The cost of copying the state's fields, whether the read is tracked or not.
    public var state: Definition.State {
        publisher.willRead()
        publisher.trackState()
        return publisher.state
    }

    /// Returns one field of the state, and tracks only this field: a commit invalidates the reader only if it changes
    /// the field's value.
    ///
    /// While the field is tracked, the scene keeps a copy of its value. After each commit the bits of the old and the
    /// new value are compared. If they differ, `==` decides; a type without `==` counts as changed. An element or a
    /// forced optional that is gone counts as changed, too. A computed property of yours is not called after commits,
    /// because it could trap: it counts as changed when the bits of the stored field in front of it change, otherwise
    /// at any commit.
    ///
    /// The copy shares its memory with the state. The next write to a tracked array, string or dictionary therefore
    /// copies it. This happens once each time the field is read and tracked again. Read `\.items.count` instead of
    /// `\.items` if you need only the count. An object inside the field is compared by reference, so changes inside the
    /// object are not noticed.
    ///
    /// - Parameter field: The path to the field.
    /// - Important: Do not read it while ``Store/mutate(_:by:)`` runs; see there.
    /// - Complexity: O(1). A read that is not tracked keeps no copy and adds no cost to later commits.
    @inlinable
    @inline(never)
    public func observed<Value>(_ field: KeyPath<Definition.State, Value>) -> Value {
        // Specialized for the client's types, but not inlined at each read, because that would add much code to a view.
        let publisher = self.publisher
        // This read may be the last use of the scene.
        defer { withExtendedLifetime(publisher) {} }
        let state = UnsafeRawPointer(publisher.storage)
        let offset = publisher.trackAgain(field, in: state)
        guard offset >= 0 else { return publisher.trackedValue(field) }
        return (state + offset).assumingMemoryBound(to: Value.self).pointee
    }

    /// The port through which the scene sends outputs to its parent. `nil` if its ``SceneDefinition/Output`` is
    /// `Never`.
    public var outputs: OutputPort<Definition.Output>? {
        Definition.Output.self == Never.self ? nil : publisher.outputs()
    }

    /// Identifies the scene, also among scenes of the same definition.
    public var identity: SceneIdentity { publisher.identity }

    /// The number of actions that have not finished, for tests and tools.
    package var unfinishedActionCount: Int { publisher.knownRegistry?.count ?? 0 }

    /// Makes every action start in a main-actor job of its own, as on systems that cannot start a task in place.
    package func deferEveryStart() { publisher.flags.insert(.starting) }

    /// Whether ``stop()`` was called.
    public var isStopped: Bool { publisher.flags.contains(.stopped) }

    /// Ends the scene: cancels its actions, closes its store and sources, ends its observations, stops its children.
    /// Outputs that it sends from now on are ignored.
    ///
    /// Actions that have not started are dropped as ``DropReason/cancelledBeforeStart``. Later actions and mutations
    /// are dropped as ``DropReason/stopped``; such a mutation counts as a programmer error. Each drop is reported once.
    /// The last state can still be read. Calling `stop()` again does nothing.
    public func stop() {
        publisher.stop(self)
    }
}

// MARK: - Without actions

// A scene that only holds other scenes needs no empty controller and no empty store.
extension SceneRuntime where Definition.Action == Never {
    /// Creates a scene without actions. It needs no controller; the workers of the scene execute the mutations of its
    /// store. See ``init(controller:store:outputs:diagnostics:clock:)``.
    public convenience init<S: Store<Definition.State, Definition.Mutation>>(
        store: S, outputs: OutputPort<Definition.Output>? = nil, diagnostics: DiagnosticReporter = .currentForScene,
        clock: (any Clock<Duration>)? = nil
    ) {
        self.init(controller: NoActions(), store: store, outputs: outputs, diagnostics: diagnostics, clock: clock)
    }
}

extension SceneRuntime where Definition.Action == Never, Definition.Mutation == Never {
    /// Creates a scene without actions and mutations. Its state never changes, and determines its children.
    ///
    /// ```swift
    /// let episodes = SceneRuntime<Episodes>(state)
    /// episodes.list(\.episodes) { _, episode in
    ///     Episode.assemble(episode, worker: worker)
    /// }
    /// ```
    public convenience init(_ state: Definition.State, diagnostics: DiagnosticReporter = .currentForScene) {
        self.init(store: UnchangingStore(state), diagnostics: diagnostics)
    }
}

private final class NoActions: Controller {
    func handle(_ action: Never) async {}
}

private final class UnchangingStore<State: SceneState>: Store {
    let publisher: StatePublisher<State>

    init(_ state: State) {
        publisher = StatePublisher(state)
    }

    nonisolated static func mutate(_ state: inout State, by mutation: Never) {}
}

// MARK: - For hosts, tools and tests

extension SceneRuntime: InspectableScene {
    package var currentState: any SceneState {
        publisher.willRead()
        return publisher.state
    }

    package func applying(_ mutation: any Sendable, to state: any SceneState) -> (any SceneState)? {
        (store as? any Store).flatMap { Self.apply(mutation, to: state, as: $0) }
    }

    private static func apply<Owner: Store>(
        _ mutation: any Sendable, to state: any SceneState, as store: Owner
    ) -> (any SceneState)? {
        guard var state = state as? Owner.State, let mutation = mutation as? Owner.Mutation else { return nil }
        Owner.mutate(&state, by: mutation)
        return state
    }

    /// The number of fields that are or were read with ``observed(_:)``, for tests.
    package var rememberedFieldCount: Int { publisher.extras?.fields?.count ?? 0 }

    /// Whether a commit compares fields for the Observation framework, for tests.
    package var isTracked: Bool { publisher.flags.contains(.tracked) }

    /// From now on, every read counts as tracked, as on systems where the Observation framework does not reveal its
    /// readers.
    package func assumeThatReadsAreTracked() { publisher.trackers().showsReaders = false }

    /// A number that changes whenever a child comes or goes. One that follows the state stays until its element goes, even if it
    /// was stopped by hand.
    package var childrenVersion: Int { publisher.extras?.children.version ?? 0 }
}

// MARK: - Owned by a view

/// Owns a scene for something that is created repeatedly, such as a SwiftUI view. The scene is assembled once, at the
/// first access, and lives as long as the owner.
@MainActor
public final class SceneOwner<Definition: SceneDefinition> {
    private enum Content {
        case recipe(() -> SceneRuntime<Definition>)
        case scene(SceneRuntime<Definition>)
    }

    private var content: Content

    /// Creates an owner without a scene. This is cheap, so an owner can be created and discarded at every redraw.
    ///
    /// - Parameter make: Assembles the scene. It is called at most once and released after that.
    public init(_ make: @escaping @MainActor () -> SceneRuntime<Definition>) {
        content = .recipe(make)
    }

    /// The scene, always the same.
    public var scene: SceneRuntime<Definition> {
        switch content {
        case .scene(let scene):
            return scene
        case .recipe(let make):
            let scene = make()
            content = .scene(scene)
            return scene
        }
    }
}

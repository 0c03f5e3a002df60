// A scene that only holds other scenes needs no empty controller and no empty store.
extension SceneRuntime where Definition.Action == Never {
    /// Creates a scene without actions. It needs no controller.
    ///
    /// - Parameters:
    ///   - store: Holds the state. The workers of the scene execute its mutations.
    ///   - outputs: The port to which the scene's store sends. Omit it if the store is a ``SceneStore``, which has its
    ///     own port.
    ///   - diagnostics: Receives programmer errors and dropped work. The default is the current reporter.
    ///   - clock: The clock of timers. The default is the system's continuous clock.
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
    /// episodes.list(\.episodes) { _, episode in Episode.assemble(episode, worker: worker) }
    /// ```
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - diagnostics: Receives programmer errors and dropped work. The default is the current reporter.
    public convenience init(_ state: Definition.State, diagnostics: DiagnosticReporter = .currentForScene) {
        self.init(store: UnchangingStore(state), diagnostics: diagnostics)
    }
}

/// The controller of a scene without actions.
private final class NoActions: Controller {
    func handle(_ action: Never) async {}
}

/// The store of a scene without mutations.
private final class UnchangingStore<State: SceneState>: Store {
    let publisher: StatePublisher<State>

    init(_ state: State) {
        publisher = StatePublisher(state)
    }

    nonisolated static func mutate(_ state: inout State, by mutation: Never) {}
}

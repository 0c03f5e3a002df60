import CIS

/// Makes decks and knows what became of them, without keeping any.
@MainActor
final class DeckWorld {
    /// The decks that are alive.
    let live = LiveCount()
    let reports = ReportLog()
    /// `made a` and `stopped a`, in order.
    let trail = Trail<String>()
    private(set) var made = 0
    /// How many were stopped, not counting a root.
    private(set) var stopped = 0
    /// The stores and controllers of the decks by name, the last of each name.
    private var parts: [String: WeakParts] = [:]
    /// What is done while a deck is assembled.
    var onMake: ((SceneRuntime<Deck>, DeckController) -> Void)?

    private struct WeakParts {
        weak var controller: DeckController?
    }

    /// Assembles a deck, and with it all that its state asks for.
    func assemble(_ name: String = "root", _ state: Deck.State = Deck.State()) -> SceneRuntime<Deck> {
        var state = state
        state.name = name
        let outputs = OutputPort<Deck.Output>()
        let store = DeckStore(state)
        let controller = DeckController(store: store, outputs: outputs, witness: Witness(live))
        let deck = SceneRuntime<Deck>(
            controller: controller, store: store, outputs: outputs, diagnostics: reports.reporter)
        made += 1
        trail.note("made \(name)")
        parts[name] = WeakParts(controller: controller)
        controller.scene.scene = deck
        controller.watch = deck.attach(StopWatch { [weak self] in self?.noteStop(of: name) })
        deck.present(\.sheet) { [self] _, route in
            assemble(route)
        } onOutput: {
            $0.execute(.heard($1))
        }
        deck.stack(\.stack) { [self] _, element in
            assemble(element.route)
        } onOutput: { parent, _, output in
            parent.execute(.heard(output))
        }
        onMake?(deck, controller)
        return deck
    }

    /// The parts of the deck that was last made under a name, while it is alive.
    func controller(_ name: String) -> DeckController? { parts[name]?.controller }

    /// Changes the state of a deck from outside.
    func change(_ name: String = "root", _ change: @escaping @Sendable (inout Deck.State) -> Void) {
        controller(name)?.store.execute(.change("change", change))
    }

    private func noteStop(of name: String) {
        if name != "root" { stopped += 1 }
        trail.note("stopped \(name)")
    }
}

/// Tells when its scene is stopped.
@MainActor
final class StopWatch: SceneObserver {
    private let onStop: () -> Void

    init(_ onStop: @escaping () -> Void) {
        self.onStop = onStop
    }

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        if case .stopped = event.kind { onStop() }
        return nil
    }
}

extension SceneRuntime where Definition == Deck {
    /// The names of the children, in order.
    var childNames: [String] { decks.map(\.state.name) }
    /// The children, in order.
    var decks: [SceneRuntime<Deck>] { children.compactMap { $0 as? SceneRuntime<Deck> } }
}

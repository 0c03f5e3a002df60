import CIS

/// A scene whose state says which decks are above it: one on a sheet, any number on a stack.
enum Deck: SceneDefinition {
    struct Action: Sendable, CustomStringConvertible {
        let name: String
        let body: @MainActor @Sendable (DeckController) async -> Void

        var description: String { name }

        /// Any body, under a name.
        static func perform(
            _ name: String = "perform", _ body: @escaping @MainActor @Sendable (DeckController) async -> Void
        ) -> Action {
            Action(name: name, body: body)
        }

        /// Writes down what a child told.
        static func heard(_ output: String) -> Action {
            perform("heard \(output)") { $0.store.execute(.note("heard \(output)")) }
        }
    }

    typealias UseCase = Never
    typealias Output = String

    struct Mutation: Sendable, CustomStringConvertible {
        let description: String
        let change: @Sendable (inout State) -> Void

        /// Any change.
        static func change(_ name: String = "change", _ change: @escaping @Sendable (inout State) -> Void) -> Mutation {
            Mutation(description: name, change: change)
        }

        static func note(_ line: String) -> Mutation {
            change("note \(line)") { $0.notes.append(line) }
        }
    }

    struct State: SceneState, Codable, Equatable {
        var name = "root"
        var sheet = Presented<String>()
        var stack = SceneStack<String>()
        var notes: [String] = []
        var domainState = DomainState()

        struct DomainState: Sendable, Codable, Equatable {}
    }
}

@MainActor
final class DeckStore: Store {
    let publisher: StatePublisher<Deck.State>
    /// What the test wants done after a commit.
    var effects: ((Deck.Mutation, Deck.State) -> Void)?

    init(_ state: Deck.State) {
        publisher = StatePublisher(state)
    }

    nonisolated static func mutate(_ state: inout Deck.State, by mutation: Deck.Mutation) {
        mutation.change(&state)
    }

    func sideEffects(of mutation: Deck.Mutation, on state: Deck.State) {
        effects?(mutation, state)
    }
}

@MainActor
final class DeckController: Controller {
    let store: DeckStore
    let outputs: OutputPort<Deck.Output>
    /// The scene, weakly.
    let scene = WeakScene<Deck>()
    private let witness: Witness
    /// Sees the scene stop.
    var watch: ObservationToken?

    init(store: DeckStore, outputs: OutputPort<Deck.Output>, witness: Witness) {
        self.store = store
        self.outputs = outputs
        self.witness = witness
    }

    func handle(_ action: Deck.Action) async {
        await action.body(self)
    }
}

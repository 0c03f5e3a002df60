import CIS

/// A scene whose state determines the screens above it: one on a sheet, and any number on a stack.
enum Screen: SceneDefinition {
    struct Action: Sendable, CustomStringConvertible {
        let name: String
        let body: @MainActor @Sendable (ScreenController) async -> Void

        var description: String { name }

        /// Any body, under a name.
        static func perform(
            _ name: String = "perform", _ body: @escaping @MainActor @Sendable (ScreenController) async -> Void
        ) -> Action {
            Action(name: name, body: body)
        }

        /// Records the output of a child.
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
final class ScreenStore: Store {
    let publisher: StatePublisher<Screen.State>
    /// Called after a commit.
    var effects: ((Screen.Mutation, Screen.State) -> Void)?

    init(_ state: Screen.State) {
        publisher = StatePublisher(state)
    }

    nonisolated static func mutate(_ state: inout Screen.State, by mutation: Screen.Mutation) {
        mutation.change(&state)
    }

    func sideEffects(of mutation: Screen.Mutation, on state: Screen.State) {
        effects?(mutation, state)
    }
}

@MainActor
final class ScreenController: Controller {
    let store: ScreenStore
    let outputs: OutputPort<Screen.Output>
    weak var scene: SceneRuntime<Screen>?
    private let probe: LifetimeProbe
    /// Observes that the scene stops.
    var watch: ObservationToken?

    init(store: ScreenStore, outputs: OutputPort<Screen.Output>, probe: LifetimeProbe) {
        self.store = store
        self.outputs = outputs
        self.probe = probe
    }

    func handle(_ action: Screen.Action) async {
        await action.body(self)
    }
}

import CIS

/// A scene that can be recorded and replayed, with a state of ten fields.
enum Dial: SceneDefinition {
    enum Action: Sendable, Codable { case turned }
    enum UseCase: Sendable {}
    enum Mutation: Sendable, Codable { case turned(Int) }

    struct State: SceneState, Codable {
        var number = 0
        var title = "Kitchen", subtitle = "Temperature"
        var minimum = 5.0, maximum = 30.0
        var isOn = true, isLocked = false
        var days = [1, 2, 3, 4, 5]
        var note: String?
        var step = 1
        var domainState: Int { number }
    }

    /// The whole scene, and its store for mutations from outside of actions.
    @MainActor
    static func assemble() -> (scene: SceneRuntime<Dial>, store: DialStore) {
        let store = DialStore()
        return (SceneRuntime(controller: DialController(store: store), store: store), store)
    }
}

@MainActor
final class DialStore: Store {
    let publisher = StatePublisher(Dial.State())

    nonisolated static func mutate(_ state: inout Dial.State, by mutation: Dial.Mutation) {
        switch mutation {
        case .turned(let number): state.number &+= number
        }
    }
}

@MainActor
final class DialController: Controller {
    private let store: any MutationReceiver<Dial.Mutation>

    init(store: any MutationReceiver<Dial.Mutation>) { self.store = store }

    func handle(_ action: Dial.Action) async { store.execute(.turned(1)) }
}

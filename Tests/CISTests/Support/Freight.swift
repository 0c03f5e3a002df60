import CIS

/// A scene whose mutations and state carry objects, so that a test can tell what is kept.
enum Freight: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    enum Mutation: Sendable {
        /// Carries an object past the state.
        case pass(Witness)
        /// Puts an object into the state, or takes it out.
        case hold(Witness?)
    }

    struct State: SceneState {
        var passed = 0
        var held: Witness?
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

@MainActor
final class FreightStore: Store {
    let publisher = StatePublisher(Freight.State())

    nonisolated static func mutate(_ state: inout Freight.State, by mutation: Freight.Mutation) {
        switch mutation {
        case .pass: state.passed += 1
        case .hold(let witness): state.held = witness
        }
    }
}

/// A controller for scenes that are changed through their store.
@MainActor
final class IdleController<Action: Sendable>: Controller {
    func handle(_ action: Action) async {}
}

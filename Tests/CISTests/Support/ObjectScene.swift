import CIS

/// A scene whose mutations and state carry objects, so that a test can check which are retained.
enum ObjectScene: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    enum Mutation: Sendable {
        /// Carries an object that is not stored in the state.
        case pass(LifetimeProbe)
        /// Stores an object in the state, or removes it.
        case hold(LifetimeProbe?)
    }

    struct State: SceneState {
        var passed = 0
        var held: LifetimeProbe?
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

@MainActor
final class ObjectSceneStore: Store {
    let publisher = StatePublisher(ObjectScene.State())

    nonisolated static func mutate(_ state: inout ObjectScene.State, by mutation: ObjectScene.Mutation) {
        switch mutation {
        case .pass: state.passed += 1
        case .hold(let probe): state.held = probe
        }
    }
}

/// A controller for scenes that are changed through their store.
@MainActor
final class IdleController<Action: Sendable>: Controller {
    func handle(_ action: Action) async {}
}

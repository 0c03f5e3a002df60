import CIS

/// A scene whose actions and mutations are numbers. It reports to an ``AttackWorld`` what happens to them.
enum AttackTarget: SceneDefinition {
    struct Action: Sendable {
        let number: Int
    }

    /// The policy of an action.
    enum Rule: CaseIterable {
        case plain, latest, first, serial, debounced
    }

    typealias UseCase = Never
    typealias Mutation = Int

    struct State: SceneState {
        /// The mutation applied last.
        var last = 0
        var applied: [Int] = []
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

@MainActor
final class AttackStore: Store {
    let publisher = StatePublisher(AttackTarget.State())
    var effect: (() -> Void)?

    nonisolated static func mutate(_ state: inout AttackTarget.State, by mutation: Int) {
        state.last = mutation
        state.applied.append(mutation)
    }

    func sideEffects(of mutation: Int, on state: AttackTarget.State) {
        effect?()
    }
}

@MainActor
final class AttackController: Controller {
    weak var world: AttackWorld?

    func handle(_ action: AttackTarget.Action) async {
        await world?.handle(action.number)
    }

    func policy(for action: AttackTarget.Action) -> ActionPolicy {
        world?.policy(of: action.number) ?? .concurrent
    }
}

/// Does something when it is released.
final class Tripwire: Sendable {
    private let action: @MainActor @Sendable () -> Void

    init(_ action: @escaping @MainActor @Sendable () -> Void) {
        self.action = action
    }

    deinit {
        MainActor.assumeIsolated(action)
    }
}

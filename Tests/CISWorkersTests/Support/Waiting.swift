import CIS
import CISWorkers
import TestSupport

/// A scene whose actions wait at a gate.
enum Waiting: SceneDefinition {
    enum Action: Sendable {
        case wait, waitAlone, waitLatest, tell
        case keep(String, Secret<String>)
    }

    enum UseCase: Sendable {}
    enum Mutation: Sendable {}
    enum Output: Sendable { case told(String) }

    struct State: SceneState {
        var domainState: DomainState { DomainState() }
        struct DomainState: Sendable {}
    }

    @MainActor final class WaitingController: Controller {
        let gate: Gate
        let outputs: OutputPort<Output>

        init(gate: Gate, outputs: OutputPort<Output>) {
            self.gate = gate
            self.outputs = outputs
        }

        func handle(_ action: Action) async {
            switch action {
            case .keep: break
            case .tell: outputs.send(.told("canary"))
            case .wait, .waitAlone, .waitLatest: await gate.pass()
            }
        }

        func policy(for action: Action) -> ActionPolicy {
            switch action {
            case .waitAlone: .first
            case .waitLatest: .latest
            default: .concurrent
            }
        }
    }

    @MainActor final class WaitingStore: Store {
        let publisher = StatePublisher(State())

        nonisolated static func mutate(_ state: inout State, by mutation: Mutation) {}
    }

    @MainActor static func assemble(_ gate: Gate) -> SceneRuntime<Waiting> {
        let outputs = OutputPort<Output>()
        return SceneRuntime(
            controller: WaitingController(gate: gate, outputs: outputs), store: WaitingStore(), outputs: outputs)
    }
}

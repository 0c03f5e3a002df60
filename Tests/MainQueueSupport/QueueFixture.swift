import CIS
import TestSupport

/// A scene whose actions record when they begin.
enum Queued: SceneDefinition {
    struct Action: Sendable {
        let name: String
        let policy: ActionPolicy
        let body: @MainActor @Sendable (any MutationReceiver<Int>) -> Void
    }

    typealias UseCase = Never
    typealias Mutation = Int

    struct State: SceneState {
        var count = 0
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

/// The scene, with the actions that began and the actions that were dropped.
@MainActor
final class QueueFixture {
    let scene: SceneRuntime<Queued>
    private(set) var begun: [String] = []
    private let drops = LockedValue<[String]>([])
    private let tasks = TaskBox()

    var dropped: [String] { drops.withLock { $0 } }

    init() {
        let store = QueuedStore()
        let reporter = DiagnosticReporter { [drops] report in
            guard let action = report.subject as? Queued.Action, case .actionDropped(let reason) = report.kind else {
                return drops.withLock { $0.append("\(report)") }
            }
            drops.withLock { $0.append("\(action.name): \(reason)") }
        }
        scene = SceneRuntime(controller: QueuedController(store: store), store: store, diagnostics: reporter)
    }

    func note(_ name: String) {
        begun.append(name)
    }

    @discardableResult
    func execute(
        _ name: String, policy: ActionPolicy = .concurrent,
        _ body: @escaping @MainActor @Sendable (any MutationReceiver<Int>) -> Void = { _ in }
    ) -> Task<Void, Never> {
        let action = Queued.Action(name: name, policy: policy) { [weak self] store in
            self?.note(name)
            body(store)
        }
        let task = scene.execute(action)
        tasks.add(task)
        return task
    }

    /// Returns when all actions are done, including those that are executed in the meantime.
    func finish() async {
        await mainActorJobsBehind()
        await tasks.finish()
        await mainActorJobsBehind()
        await tasks.finish()
    }
}

@MainActor
private final class QueuedStore: Store {
    let publisher = StatePublisher(Queued.State())

    nonisolated static func mutate(_ state: inout Queued.State, by mutation: Int) {
        state.count += mutation
    }
}

@MainActor
private final class QueuedController: Controller {
    private let store: any MutationReceiver<Int>

    init(store: any MutationReceiver<Int>) {
        self.store = store
    }

    func handle(_ action: Queued.Action) async {
        action.body(store)
    }

    func policy(for action: Queued.Action) -> ActionPolicy {
        action.policy
    }
}

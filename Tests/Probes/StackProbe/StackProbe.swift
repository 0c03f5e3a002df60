import CIS
import Observation

/// A state of 64 KiB by value on a thread stack of 512 KiB.
///
/// Run as `sh -c 'ulimit -s 512; exec stack-probe'`. It uses every part of a scene that handles the state, prints one
/// line and ends; if one of them put copies of the state on the stack, it would crash.
@main
@MainActor
struct StackProbe {
    static func main() async {
        let scene = makeScene()
        let tokens = observe(scene)
        await mutate(scene)
        await iterate(scene)
        check(scene)
        for token in tokens { token.cancel() }
        scene.stop()
        print("state of \(MemoryLayout<Bulk.State>.size) bytes: \(scene.observed(\.count)) mutations, stack intact")
    }

    private static func observe(_ scene: SceneRuntime<Bulk>) -> [ObservationToken] {
        [
            scene.observe(\.count) { _ in },
            scene.observe(\.first, delivery: .oncePerTurn) { _ in },
            scene.observe({ $0.payload.last }) { _ in },
            scene.observeEveryCommit({ $0.count }) { _ in },
        ]
    }

    private static func mutate(_ scene: SceneRuntime<Bulk>) async {
        for _ in 0..<100 { await scene.execute(.fill).value }
        withObservationTracking {
            _ = scene.observed(\.count)
        } onChange: {
        }
        withObservationTracking {
            readWhole(scene)
        } onChange: {
        }
        await scene.run(.fill)
        await scene.post(.nest).value
    }

    @inline(never)
    private static func readWhole(_ scene: SceneRuntime<Bulk>) {
        _ = scene.state
    }

    private static func iterate(_ scene: SceneRuntime<Bulk>) async {
        for await _ in scene.values(\.count) { break }
    }

    private static func check(_ scene: SceneRuntime<Bulk>) {
        precondition(scene.observed(\.payload.last) == scene.observed(\.count))
    }

    @inline(never)
    private static func makeScene() -> SceneRuntime<Bulk> {
        let store = BulkStore()
        let interactor = BulkInteractor(store: store)
        return SceneRuntime(controller: BulkController(interactor: interactor, store: store), store: store)
    }
}

enum Bulk: SceneDefinition {
    enum Action: Sendable { case fill, nest }
    enum UseCase: Sendable { case fill }
    enum Mutation: Sendable { case fill, nest }

    struct State: SceneState {
        var count = 0
        var payload = Payload.zeros()
        var domainState = DomainState()

        var first: Int { payload.first }

        struct DomainState: Sendable, Equatable { var total = 0 }
    }
}

@MainActor
final class BulkStore: Store {
    let publisher = StatePublisher(Bulk.State())

    nonisolated static func mutate(_ state: inout Bulk.State, by mutation: Bulk.Mutation) {
        state.count += 1
        state.payload.last = state.count
        state.payload.first = state.count
        state.domainState.total += 1
    }

    func sideEffects(of mutation: Bulk.Mutation, on state: Bulk.State) {
        // A long queue must not need a deep stack, whatever the size of the state.
        if case .nest = mutation, state.count < 1_000 { execute(.nest) }
    }
}

@MainActor
final class BulkInteractor: Interactor {
    private let store: any DomainStore<Bulk.State.DomainState, Bulk.Mutation>

    init(store: any DomainStore<Bulk.State.DomainState, Bulk.Mutation>) { self.store = store }

    func perform(_ useCase: Bulk.UseCase) async {
        let snapshot = store.domainSnapshot
        store.execute(.fill, basedOn: snapshot.revision)
    }
}

@MainActor
final class BulkController: Controller {
    private let interactor: any Interactor<Bulk.UseCase>
    private let store: any MutationReceiver<Bulk.Mutation>

    init(interactor: any Interactor<Bulk.UseCase>, store: any MutationReceiver<Bulk.Mutation>) {
        self.interactor = interactor
        self.store = store
    }

    func handle(_ action: Bulk.Action) async {
        switch action {
        case .fill:
            await interactor.execute(.fill)
            store.execute(.fill)
        case .nest: store.execute(.nest)
        }
    }
}

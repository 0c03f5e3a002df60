// All modes compile this file: a scene with a form and with the part `Liking`. Both are made of the library's classes.

import CIS

enum Liking: SceneDefinition {
    typealias Worker = any LikingWorker
    enum Action: Sendable { case tapped }
    enum UseCase: Sendable { case toggle }
    enum Mutation: Sendable { case liked(Bool) }
    enum Output: Sendable { case liked(Bool) }
    struct State: SceneState {
        var domainState = DomainState()
        struct DomainState: Sendable { var isLiked = false }
    }
}

protocol LikingWorker: AnyObject, Sendable {
    @concurrent func like(_ isLiked: Bool) async -> Bool
}

final class LikingController: SceneController<Liking>, Controller {
    func handle(_ action: Liking.Action) async {
        switch action {
        case .tapped: await interactor.execute(.toggle)
        }
    }
    func policy(for action: Liking.Action) -> ActionPolicy { .latest }
}

final class LikingInteractor: SceneInteractor<Liking>, Interactor {
    func perform(_ useCase: Liking.UseCase) async {
        store.execute(.liked(await worker.like(!store.domainState.isLiked)))
    }
}

final class LikingStore: SceneStore<Liking>, Store {
    nonisolated static func mutate(_ state: inout Liking.State, by mutation: Liking.Mutation) {
        switch mutation {
        case .liked(let isLiked): state.domainState.isLiked = isLiked
        }
    }
    func sideEffects(of mutation: Liking.Mutation, on state: Liking.State) {
        outputs.send(.liked(state.domainState.isLiked))
    }
}

extension Liking {
    @MainActor static func part(of store: some DomainStoreOf<Liking>, worker: Worker) -> LikingController {
        LikingController(interactor: LikingInteractor(store: store, worker: worker), store: store)
    }
}

enum Profile: SceneDefinition {
    typealias Worker = any LikingWorker
    enum Action: Sendable { case edit(FieldChange<Form>), liking(Liking.Action) }
    enum Mutation: Sendable { case edited(FieldChange<Form>), liking(Liking.Mutation) }
    struct Form: FormFields {
        var name = ""
        static let fields = [field("name", \.name)]
    }
    struct State: SceneState {
        var form = Form()
        var liking = Liking.State()
        var domainState: Liking.State.DomainState { liking.domainState }
    }
}

final class ProfileController: Controller {
    let liking: LikingController
    let store: any MutationReceiverOf<Profile>
    init(liking: LikingController, store: any MutationReceiverOf<Profile>) {
        self.liking = liking
        self.store = store
    }
    func handle(_ action: Profile.Action) async {
        switch action {
        case .edit(let change): store.execute(.edited(change))
        case .liking(let action): await liking.handle(action)
        }
    }
    func policy(for action: Profile.Action) -> ActionPolicy {
        switch action {
        case .edit: .concurrent
        case .liking(let action): liking.policy(for: action)
        }
    }
}

final class ProfileStore: SceneStore<Profile>, Store {
    nonisolated static func mutate(_ state: inout Profile.State, by mutation: Profile.Mutation) {
        switch mutation {
        case .edited(let change): state.form.apply(change)
        case .liking(let mutation): LikingStore.mutate(&state.liking, by: mutation)
        }
    }
}

extension Profile {
    @MainActor static func assemble(worker: any LikingWorker) -> SceneRuntime<Profile> {
        let store = ProfileStore(State(), worker: worker)
        let part = PartStore(store) { (mutation: Liking.Mutation) in Profile.Mutation.liking(mutation) }
        return SceneRuntime(
            controller: ProfileController(liking: Liking.part(of: part, worker: worker), store: store), store: store)
    }
}

/// The store of a scene as its part sees it.
final class PartStore<Whole: DomainStore, Mutation: Sendable>: DomainStore {
    let whole: Whole
    let wrap: (Mutation) -> Whole.Mutation
    init(_ whole: Whole, _ wrap: @escaping (Mutation) -> Whole.Mutation) {
        self.whole = whole
        self.wrap = wrap
    }
    var domainState: Whole.DomainState { whole.domainState }
    var domainSnapshot: DomainSnapshot<Whole.DomainState> { whole.domainSnapshot }
    func execute(_ mutation: Mutation) { execute(mutation, evenIfCancelled: false) }
    func execute(_ mutation: Mutation, evenIfCancelled: Bool) {
        whole.execute(wrap(mutation), evenIfCancelled: evenIfCancelled)
    }
    func execute(_ mutation: Mutation, basedOn revision: Revision) -> Bool {
        whole.execute(wrap(mutation), basedOn: revision)
    }
}

final class Server: LikingWorker {
    @concurrent func like(_ isLiked: Bool) async -> Bool { isLiked }
}

/// Whether the scene does in this mode what it does in the others.
@MainActor
func profileWorks() async -> Bool {
    let scene = Profile.assemble(worker: Server())
    await scene.execute(.edit(FieldChange(\.name, "Mina"))).value
    await scene.execute(.liking(.tapped)).value
    return scene.state.form.name == "Mina" && scene.state.liking.domainState.isLiked
}

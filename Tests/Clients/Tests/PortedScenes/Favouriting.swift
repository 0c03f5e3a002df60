import CIS

/// Marking something as a favourite, for any scene that has such a part. The change is shown at once. A failure reverts
/// it, and shows a message.
enum Favouriting: SceneDefinition {
    typealias Worker = any FavouritingWorker
    enum Action: Sendable { case heartTapped, alertClosed }
    enum UseCase: Sendable { case toggle }
    enum Mutation: Sendable, Equatable { case marked(Bool), saved(Bool), failed(String), alertClosed }
    struct State: SceneState, Equatable {
        var alert: String?
        var domainState: DomainState
        struct DomainState: Sendable, Equatable {
            let id: Int
            var isFavourite = false
            /// What the server has confirmed last.
            var isSaved = false
        }
    }
}

protocol FavouritingWorker: AnyObject, Sendable {
    @concurrent func mark(_ id: Int, asFavourite: Bool) async throws
}

final class FavouritingController: SceneController<Favouriting>, Controller {
    func handle(_ action: Favouriting.Action) async {
        switch action {
        case .heartTapped: await interactor.execute(.toggle)
        case .alertClosed: store.execute(.alertClosed)
        }
    }

    func policy(for action: Favouriting.Action) -> ActionPolicy {
        if case .heartTapped = action { .latest } else { .concurrent }
    }
}

final class FavouritingInteractor: SceneInteractor<Favouriting>, Interactor {
    func perform(_ useCase: Favouriting.UseCase) async {
        let isFavourite = !store.domainState.isFavourite
        store.execute(.marked(isFavourite))
        do {
            try await worker.mark(store.domainState.id, asFavourite: isFavourite)
            // The server has it, also if a later tap has cancelled this one.
            store.execute(.saved(isFavourite), evenIfCancelled: true)
        } catch {
            store.execute(.failed("\(error)"))
        }
    }
}

final class FavouritingStore: SceneStore<Favouriting>, Store {
    nonisolated static func mutate(_ state: inout Favouriting.State, by mutation: Favouriting.Mutation) {
        switch mutation {
        case .marked(let isFavourite): state.domainState.isFavourite = isFavourite
        case .saved(let isSaved): state.domainState.isSaved = isSaved
        case .failed(let reason):
            state.domainState.isFavourite = state.domainState.isSaved
            state.alert = reason
        case .alertClosed: state.alert = nil
        }
    }
}

/// An episode has the part. Its mutations are those of the part, so the part uses its store as it is.
enum Episode: SceneDefinition {
    enum Action: Sendable { case favouriting(Favouriting.Action) }
    typealias Mutation = Favouriting.Mutation
    typealias Worker = any FavouritingWorker
    struct State: SceneState, Equatable, Identifiable {
        let title: String
        var favouriting: Favouriting.State
        var id: Int { domainState.id }
        var domainState: Favouriting.State.DomainState { favouriting.domainState }
    }
}

final class EpisodeController: Controller {
    private let favouriting: FavouritingController
    init(favouriting: FavouritingController) { self.favouriting = favouriting }

    func handle(_ action: Episode.Action) async {
        switch action {
        case .favouriting(let action): await favouriting.handle(action)
        }
    }

    func policy(for action: Episode.Action) -> ActionPolicy {
        switch action {
        case .favouriting(let action): favouriting.policy(for: action)
        }
    }
}

final class EpisodeStore: SceneStore<Episode>, Store {
    nonisolated static func mutate(_ state: inout Episode.State, by mutation: Episode.Mutation) {
        FavouritingStore.mutate(&state.favouriting, by: mutation)
    }
}

extension Episode {
    @MainActor
    static func assemble(_ state: State, worker: Worker) -> SceneRuntime<Episode> {
        let store = EpisodeStore(state, worker: worker)
        let interactor = FavouritingInteractor(store: store, worker: worker)
        let favouriting = FavouritingController(interactor: interactor, store: store)
        return SceneRuntime(controller: EpisodeController(favouriting: favouriting), store: store)
    }
}

/// A list of episodes, each a scene of its own.
enum Episodes: SceneDefinition {
    typealias Action = Never
    typealias Mutation = Never
    struct State: SceneState { var episodes: SceneList<Episode.State> = [] }
}

extension Episodes {
    @MainActor
    static func assemble(_ state: State, worker: Episode.Worker) -> SceneRuntime<Episodes> {
        let episodes = SceneRuntime<Episodes>(state)
        episodes.list(\.episodes) { _, episode in Episode.assemble(episode, worker: worker) }
        return episodes
    }
}

import CIS

/// Searches while the user types.
enum Search: SceneDefinition {
    typealias Worker = any SearchWorker

    enum Action: Sendable, Equatable {
        case textChanged(String)
        case searchDue(String)
        case hitTapped(Int)
    }

    enum UseCase: Sendable, Equatable { case find(String) }

    enum Mutation: Sendable, Equatable {
        case textChanged(String)
        case began
        case ended
        case found([Expense])
        case failed(Trouble)
        case chosen(Int)
    }

    enum Output: Sendable, Equatable {
        case chosen(Int)
        case signedOut
    }

    struct State: SceneState, Equatable {
        var text = ""
        var hits: [Expense] = []
        var message = ""
        /// The number of searches. A newer one begins before an older one has ended.
        var running = 0
        var isSearching: Bool { running > 0 }
    }
}

protocol SearchWorker: AnyObject, Sendable {
    @concurrent func search(_ text: String) async throws(Trouble) -> [Expense]
}

final class SearchController: SceneController<Search>, Controller {
    func handle(_ action: Search.Action) async {
        switch action {
        case .textChanged(let text): store.execute(.textChanged(text))
        case .searchDue(let text): await interactor.execute(.find(text))
        case .hitTapped(let id): store.execute(.chosen(id))
        }
    }

    func policy(for action: Search.Action) -> ActionPolicy {
        switch action {
        case .searchDue where PlantedBug.searchOrder.isPlanted: .concurrent.debounced(for: .milliseconds(300))
        case .searchDue: .latest.debounced(for: .milliseconds(300))
        default: .concurrent
        }
    }
}

final class SearchInteractor: SceneInteractor<Search>, Interactor {
    func perform(_ useCase: Search.UseCase) async {
        switch useCase {
        case .find(let text): await find(text)
        }
    }

    private func find(_ text: String) async {
        guard !text.isEmpty else { return store.execute(.found([])) }
        store.execute(.began)
        do throws(Trouble) {
            store.execute(.found(try await worker.search(text)))
        } catch {
            store.execute(.failed(error))
        }
        store.execute(.ended, evenIfCancelled: true)
    }
}

final class SearchStore: SceneStore<Search>, Store {
    nonisolated static func mutate(_ state: inout Search.State, by mutation: Search.Mutation) {
        switch mutation {
        case .textChanged(let text): state.text = text
        case .began: state.running += 1
        case .ended: state.running -= 1
        case .found(let hits): (state.hits, state.message) = (hits, "")
        case .failed(let trouble): state.message = trouble.text
        case .chosen: break
        }
    }

    func sideEffects(of mutation: Search.Mutation, on state: Search.State) {
        switch mutation {
        case .chosen(let id): outputs.send(.chosen(id))
        case .failed(.signedOut): outputs.send(.signedOut)
        default: break
        }
    }
}

extension Search {
    @MainActor
    static func assemble(
        _ text: String, worker: any SearchWorker, clock: (any Clock<Duration>)? = nil
    ) -> SceneRuntime<Search> {
        let store = SearchStore(State(text: text), worker: worker)
        let interactor = SearchInteractor(store: store, worker: worker)
        let controller = SearchController(interactor: interactor, store: store)
        let search = SceneRuntime<Search>(controller: controller, store: store, clock: clock)
        search.observe(\.text, on: search, initially: false) { search, text in search.execute(.searchDue(text)) }
        return search
    }
}

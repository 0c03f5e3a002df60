import CIS

/// One expense, which can be paid. The list makes the payment, because it lives longer.
enum Detail: SceneDefinition {
    typealias Worker = any DetailWorker

    enum Action: Sendable, Equatable {
        case appeared
        case payTapped
        case itemChanged(Expense)
    }

    enum UseCase: Sendable, Equatable {
        case load
        case pay
    }

    enum Mutation: Sendable, Equatable {
        case loading(Bool)
        case loaded(Expense)
        case paymentAsked
        case itemChanged(Expense)
        case failed(Trouble)
    }

    enum Output: Sendable, Equatable {
        case pay
        case signedOut
    }

    struct State: SceneState, Equatable {
        var isLoading = false
        var message = ""
        var domainState: DomainState

        struct DomainState: Sendable, Equatable {
            let id: Int
            var expense: Expense?
        }
    }
}

protocol DetailWorker: AnyObject, Sendable {
    @concurrent func expense(_ id: Int) async throws(Trouble) -> Expense
}

final class DetailController: SceneController<Detail>, Controller {
    func handle(_ action: Detail.Action) async {
        switch action {
        case .appeared: await interactor.execute(.load)
        case .payTapped: await interactor.execute(.pay)
        case .itemChanged(let expense): store.execute(.itemChanged(expense))
        }
    }
}

final class DetailInteractor: SceneInteractor<Detail>, Interactor {
    func perform(_ useCase: Detail.UseCase) async {
        switch useCase {
        case .load: await load()
        case .pay: if store.domainState.expense?.isPaid == false { store.execute(.paymentAsked) }
        }
    }

    private func load() async {
        store.execute(.loading(true))
        do throws(Trouble) {
            store.execute(.loaded(try await worker.expense(store.domainState.id)))
        } catch {
            store.execute(.failed(error))
        }
        store.execute(.loading(false), evenIfCancelled: !PlantedBug.endlessSpinner.isPlanted)
    }
}

final class DetailStore: SceneStore<Detail>, Store {
    nonisolated static func mutate(_ state: inout Detail.State, by mutation: Detail.Mutation) {
        switch mutation {
        case .loading(let isLoading): state.isLoading = isLoading
        case .paymentAsked: break
        case .loaded(let expense), .itemChanged(let expense):
            state.message = ""
            // An answer may have been overtaken by a newer one.
            if let known = state.domainState.expense, known.version > expense.version { return }
            state.domainState.expense = expense
        case .failed(let trouble): state.message = trouble.text
        }
    }

    func sideEffects(of mutation: Detail.Mutation, on state: Detail.State) {
        switch mutation {
        case .paymentAsked: if !PlantedBug.outputDropped.isPlanted { outputs.send(.pay) }
        case .failed(.signedOut): outputs.send(.signedOut)
        default: break
        }
    }
}

extension Detail {
    @MainActor
    static func assemble(
        _ id: Int, worker: any DetailWorker, clock: (any Clock<Duration>)? = nil
    ) -> SceneRuntime<Detail> {
        let store = DetailStore(State(domainState: State.DomainState(id: id)), worker: worker)
        let interactor = DetailInteractor(store: store, worker: worker)
        return SceneRuntime(
            controller: DetailController(interactor: interactor, store: store), store: store, clock: clock)
    }
}

import CIS

/// A row of the list. Its title is edited in place.
enum ExpenseRow: SceneDefinition {
    typealias Worker = any ExpenseRowWorker

    enum Action: Sendable, Equatable {
        case textChanged(String)
        case committed
        case itemChanged(Expense)
    }

    enum UseCase: Sendable, Equatable { case save }

    enum Mutation: Sendable, Equatable {
        case textChanged(String)
        case saved(Expense)
        case failed(Trouble)
        case itemChanged(Expense)
    }

    enum Output: Sendable, Equatable {
        case saved(Expense)
        case signedOut
    }

    struct State: SceneState, Equatable {
        var message = ""
        var domainState: DomainState

        struct DomainState: Sendable, Equatable {
            var expense: Expense
            var text: String
            var isEdited: Bool { text != expense.title }
        }
    }
}

protocol ExpenseRowWorker: AnyObject, Sendable {
    @concurrent func rename(_ expense: Expense, to title: String) async throws(Trouble) -> Expense
}

final class ExpenseRowController: SceneController<ExpenseRow>, Controller {
    func handle(_ action: ExpenseRow.Action) async {
        switch action {
        case .textChanged(let text): store.execute(.textChanged(text))
        case .committed: await interactor.execute(.save)
        case .itemChanged(let expense): store.execute(.itemChanged(expense))
        }
    }

    func policy(for action: ExpenseRow.Action) -> ActionPolicy {
        switch action {
        // Of two titles, the server has to get the last one last.
        case .committed: PlantedBug.unorderedTitles.isPlanted ? .concurrent : .serial
        default: .concurrent
        }
    }
}

final class ExpenseRowInteractor: SceneInteractor<ExpenseRow>, Interactor {
    func perform(_ useCase: ExpenseRow.UseCase) async {
        switch useCase {
        case .save: await save(store.domainState)
        }
    }

    private func save(_ row: ExpenseRow.State.DomainState) async {
        guard row.isEdited else { return }
        do throws(Trouble) {
            store.execute(.saved(try await worker.rename(row.expense, to: row.text)))
        } catch {
            store.execute(.failed(error))
        }
    }
}

final class ExpenseRowStore: SceneStore<ExpenseRow>, Store {
    nonisolated static func mutate(_ state: inout ExpenseRow.State, by mutation: ExpenseRow.Mutation) {
        switch mutation {
        case .textChanged(let text): state.domainState.text = text
        case .saved(let expense):
            take(expense, &state)
            state.message = ""
        case .failed(let trouble): state.message = trouble.text
        case .itemChanged(let expense): take(expense, &state)
        }
    }

    /// Takes a newer version. A text that is being edited stays.
    private nonisolated static func take(_ expense: Expense, _ state: inout ExpenseRow.State) {
        guard expense.version > state.domainState.expense.version else { return }
        let isEdited = state.domainState.isEdited
        state.domainState.expense = expense
        if !isEdited || PlantedBug.editReplaced.isPlanted { state.domainState.text = expense.title }
    }

    func sideEffects(of mutation: ExpenseRow.Mutation, on state: ExpenseRow.State) {
        switch mutation {
        case .saved(let expense): outputs.send(.saved(expense))
        case .failed(.signedOut): outputs.send(.signedOut)
        default: break
        }
    }
}

extension ExpenseRow {
    @MainActor
    static func assemble(
        _ expense: Expense, worker: any ExpenseRowWorker, clock: (any Clock<Duration>)? = nil
    ) -> SceneRuntime<ExpenseRow> {
        let state = State(domainState: State.DomainState(expense: expense, text: expense.title))
        let store = ExpenseRowStore(state, worker: worker)
        let interactor = ExpenseRowInteractor(store: store, worker: worker)
        return SceneRuntime(
            controller: ExpenseRowController(interactor: interactor, store: store), store: store, clock: clock)
    }
}

import CIS

/// The form for a new expense. It does not send anything: the list does that, because it lives longer.
enum ExpenseForm: SceneDefinition {
    typealias Worker = any ExpenseFormWorker

    enum Action: Sendable, Equatable {
        case edit(FieldChange<Fields>)
        case saveTapped
    }

    enum UseCase: Sendable, Equatable { case submit }

    enum Mutation: Sendable, Equatable {
        case edited(FieldChange<Fields>)
        case rejected(String)
        case submitted(Draft)
        case added(Expense)
    }

    enum Output: Sendable, Equatable {
        case submitted(Draft)
        case added(Expense)
    }

    struct Fields: FormFields, Equatable {
        var title = ""
        var amount = ""
        static let fields = [field("title", \.title), field("amount", \.amount)]
    }

    struct State: SceneState, Equatable {
        var message = ""
        var domainState = DomainState()

        struct DomainState: Sendable, Equatable {
            var form = Fields()

            /// The amount in cents, if it is one: `12`, `12.5` or `12.50`.
            var cents: Int? {
                let parts = form.amount.split(separator: ".", omittingEmptySubsequences: false)
                guard let units = parts.first.flatMap({ Int($0) }), units >= 0, parts.count <= 2 else { return nil }
                guard parts.count == 2 else { return units * 100 }
                guard parts[1].count <= 2, parts[1].allSatisfy(\.isNumber), let rest = Int(parts[1]) else { return nil }
                return units * 100 + (parts[1].count == 1 ? rest * 10 : rest)
            }
        }
    }
}

/// Only for a planted bug.
protocol ExpenseFormWorker: AnyObject, Sendable {
    @concurrent func add(_ draft: Draft) async throws(Trouble) -> Expense
}

final class ExpenseFormController: SceneController<ExpenseForm>, Controller {
    func handle(_ action: ExpenseForm.Action) async {
        switch action {
        case .edit(let change): store.execute(.edited(change))
        case .saveTapped: await interactor.execute(.submit)
        }
    }
}

final class ExpenseFormInteractor: SceneInteractor<ExpenseForm>, Interactor {
    func perform(_ useCase: ExpenseForm.UseCase) async {
        switch useCase {
        case .submit: await submit(store.domainState)
        }
    }

    private func submit(_ state: ExpenseForm.State.DomainState) async {
        guard !state.form.title.isEmpty else { return store.execute(.rejected("What was it for?")) }
        guard let cents = state.cents else { return store.execute(.rejected("How much was it?")) }
        let draft = Draft(title: state.form.title, cents: cents)
        guard PlantedBug.dismissedSave.isPlanted else { return store.execute(.submitted(draft)) }
        do throws(Trouble) { store.execute(.added(try await worker.add(draft))) } catch {
            store.execute(.rejected(error.text))
        }
    }
}

final class ExpenseFormStore: SceneStore<ExpenseForm>, Store {
    nonisolated static func mutate(_ state: inout ExpenseForm.State, by mutation: ExpenseForm.Mutation) {
        switch mutation {
        case .edited(let change):
            state.domainState.form.apply(change)
            state.message = ""
        case .rejected(let text): state.message = text
        case .submitted, .added: break
        }
    }

    func sideEffects(of mutation: ExpenseForm.Mutation, on state: ExpenseForm.State) {
        switch mutation {
        case .submitted(let draft): outputs.send(.submitted(draft))
        case .added(let expense): outputs.send(.added(expense))
        default: break
        }
    }
}

extension ExpenseForm {
    @MainActor
    static func assemble(_ draft: Draft, worker: any ExpenseFormWorker, clock: (any Clock<Duration>)? = nil)
        -> SceneRuntime<ExpenseForm>
    {
        var state = State()
        state.domainState.form.title = draft.title
        if draft.cents > 0 {
            state.domainState.form.amount = "\(draft.cents / 100).\(draft.cents % 100 / 10)\(draft.cents % 10)"
        }
        let store = ExpenseFormStore(state, worker: worker)
        let interactor = ExpenseFormInteractor(store: store, worker: worker)
        return SceneRuntime(
            controller: ExpenseFormController(interactor: interactor, store: store), store: store, clock: clock)
    }
}

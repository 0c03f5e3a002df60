import CIS

extension Ledger {
    @MainActor
    static func assemble(
        _ state: State = State(), worker: any SpendWorkers, clock: (any Clock<Duration>)? = nil
    ) -> SceneRuntime<Ledger> {
        let store = LedgerStore(state, worker: worker)
        let interactor = LedgerInteractor(store: store, worker: worker)
        let controller = LedgerController(interactor: interactor, store: store)
        let ledger = SceneRuntime<Ledger>(controller: controller, store: store, clock: clock)
        ledger.list(\.domainState.rows) { _, expense in
            ExpenseRow.assemble(expense, worker: worker, clock: clock)
        } onChange: { expense in
            PlantedBug.rowItem.isPlanted ? nil : .itemChanged(expense)
        } onOutput: { ledger, _, output in
            switch output {
            case .saved(let expense): ledger.execute(.expenseChanged(expense))
            case .signedOut: ledger.execute(.signInNeeded)
            }
        }
        ledger.stack(\.path) { _, element in
            let detail = Detail.assemble(element.route, worker: worker, clock: clock)
            detail.execute(.appeared)
            return detail
        } onOutput: { ledger, id, output in
            switch output {
            case .pay:
                if let element = ledger.state.path.elements.first(where: { $0.id == id }) {
                    ledger.execute(.payAsked(element.route))
                }
            case .signedOut: ledger.execute(.signInNeeded)
            }
        }
        ledger.present(\.form) { _, draft in
            ExpenseForm.assemble(draft, worker: worker, clock: clock)
        } onOutput: { ledger, output in
            switch output {
            case .submitted(let draft): ledger.execute(.submitted(draft))
            case .added(let expense): ledger.execute(.added(expense))
            }
        }
        let parent = PlantedBug.captureInMake.isPlanted ? ledger : nil
        ledger.present(\.search) { _, text in
            Search.assemble(parent?.state.search.value ?? text, worker: worker, clock: clock)
        } onOutput: { ledger, output in
            switch output {
            case .chosen(let id): ledger.execute(.hitChosen(id))
            case .signedOut: ledger.execute(.signInNeeded)
            }
        }
        ledger.present(\.signIn) { _, user in
            SignIn.assemble(user, worker: worker, clock: clock)
        } onOutput: { ledger, output in
            switch output {
            case .signedIn: ledger.execute(.signedIn)
            }
        }
        let held = PlantedBug.strongCapture.isPlanted ? ledger : nil
        ledger.observe(\.domainState.rows, on: ledger, initially: false) { ledger, rows in
            (held ?? ledger).execute(.rowsChanged)
            for element in ledger.state.path.elements {
                guard let expense = rows[id: element.route] else { continue }
                ledger.child(of: \.path, element.id, as: Detail.self)?.execute(.itemChanged(expense))
            }
        }
        return ledger
    }
}

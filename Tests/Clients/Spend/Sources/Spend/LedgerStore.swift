import CIS

final class LedgerStore: SceneStore<Ledger>, Store {
    nonisolated static func mutate(_ state: inout Ledger.State, by mutation: Ledger.Mutation) {
        switch mutation {
        case .began: state.running += 1
        case .ended: state.running -= 1
        case .failed(let trouble):
            state.message = trouble.text
            if trouble == .signedOut, !state.signIn.isPresented || PlantedBug.signInTwice.isPlanted {
                state.signIn.present("")
            }
        case .restored(let expenses):
            if state.domainState.rows.isEmpty { state.domainState.rows.replaceAll(with: expenses) }
        case .loaded(let expenses):
            state.domainState.rows.replaceAll(with: expenses)
            state.message = ""
            closeDetails(&state)
        case .added(let expense):
            if PlantedBug.duplicateRow.isPlanted { return _ = state.domainState.rows.append(expense) }
            put(expense, at: state.domainState.rows.count, &state)
        case .addingFailed(let draft, _):
            if !state.form.isPresented { state.form.present(draft) }
        case .removed(let expense):
            let offset = state.domainState.rows.index(id: expense.id) ?? state.domainState.rows.count
            let before = PlantedBug.undoOldList.isPlanted ? Array(state.domainState.rows) : []
            state.domainState.rows.remove(expense.id)
            state.domainState.removed.append(Ledger.Removed(expense: expense, offset: offset, before: before))
            state.domainState.changes += 1
            closeDetails(&state)
        case .undone(let expense):
            guard let index = state.domainState.removed.lastIndex(where: { $0.expense.id == expense.id }) else {
                return
            }
            let removed = state.domainState.removed.remove(at: index)
            if !removed.before.isEmpty { return state.domainState.rows.replaceAll(with: removed.before) }
            put(expense, at: removed.offset, &state)
        case .changed(let expense):
            guard state.domainState.rows.contains(id: expense.id) else { return }
            put(expense, at: 0, &state)
        case .filterToggled: state.domainState.hidesPaid.toggle()
        case .formOpened(let draft): state.form.present(draft)
        case .formClosed: state.form.dismiss()
        case .opened(let id):
            if PlantedBug.detailNotReplaced.isPlanted, !state.path.elements.isEmpty { return }
            state.path.show([id])
        case .closed(let id?): state.path.pop(to: id)
        case .closed(nil): state.path.popAll()
        case .searchOpened: state.search.present("")
        case .searchClosed: state.search.dismiss()
        case .signInClosed: state.signIn.dismiss()
        }
    }

    /// Inserts an expense, or replaces an older version of it where it is.
    private nonisolated static func put(_ expense: Expense, at offset: Int, _ state: inout Ledger.State) {
        if let known = state.domainState.rows[id: expense.id] {
            if known.version < expense.version || PlantedBug.olderVersion.isPlanted {
                state.domainState.rows.replace(with: expense)
            }
        } else {
            state.domainState.rows.insert(expense, at: offset)
        }
        state.domainState.changes += 1
    }

    /// Closes the details of expenses that are gone.
    private nonisolated static func closeDetails(_ state: inout Ledger.State) {
        if PlantedBug.removedDetail.isPlanted { return }
        let gone = state.path.elements.first { !state.domainState.rows.contains(id: $0.route) }
        if let gone { state.path.pop(from: gone.id) }
    }
}

import CIS

final class LedgerInteractor: SceneInteractor<Ledger>, Interactor {
    func perform(_ useCase: Ledger.UseCase) async {
        switch useCase {
        case .start:
            if let expenses = await worker.savedExpenses() { store.execute(.restored(expenses)) }
            await refresh()
        case .refresh: await refresh()
        case .save: await worker.save(Array(store.domainState.rows))
        case .add(let draft): await add(draft)
        case .remove(let offsets): await remove(offsets)
        case .pay(let id): await pay(id)
        case .undo: await undo()
        }
    }

    private func refresh() async {
        await counted { () async throws(Trouble) in
            var expenses: [Expense]
            var changes: Int
            repeat {
                changes = store.domainState.changes
                expenses = try await worker.expenses()
                // A list that was asked for before a change may not contain it.
            } while !PlantedBug.staleRefresh.isPlanted && changes != store.domainState.changes
            store.execute(.loaded(expenses))
        }
    }

    private func add(_ draft: Draft) async {
        await counted { () async throws(Trouble) in
            do throws(Trouble) {
                store.execute(.added(try await worker.add(draft)))
            } catch {
                store.execute(.addingFailed(draft, error))
                throw error
            }
        }
    }

    private func remove(_ offsets: [Int]) async {
        let shown = PlantedBug.rowByIndex.isPlanted ? Array(store.domainState.rows) : store.domainState.shown
        for id in offsets.filter(shown.indices.contains).map({ shown[$0].id }) {
            await counted { () async throws(Trouble) in
                if PlantedBug.swallowedError.isPlanted {
                    if let removed = try? await worker.remove(id) { store.execute(.removed(removed)) }
                    return
                }
                store.execute(.removed(try await worker.remove(id)))
            }
        }
    }

    private func pay(_ id: Int) async {
        await counted { () async throws(Trouble) in store.execute(.changed(try await worker.pay(id))) }
    }

    private func undo() async {
        guard let last = store.domainState.removed.last else { return }
        if PlantedBug.undoTooEarly.isPlanted { store.execute(.undone(last.expense)) }
        await counted { () async throws(Trouble) in store.execute(.undone(try await worker.restore(last.expense))) }
    }

    /// Counts a request, and shows what went wrong. A cancelled action counts, too.
    private func counted(_ request: () async throws(Trouble) -> Void) async {
        store.execute(.began, evenIfCancelled: !PlantedBug.negativeCounter.isPlanted)
        do throws(Trouble) { try await request() } catch {
            store.execute(.failed(error))
            if PlantedBug.runningCounter.isPlanted { return }
        }
        store.execute(.ended, evenIfCancelled: true)
    }
}

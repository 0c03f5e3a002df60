import CIS

final class PlayerListInteractor: SceneInteractor<PlayerList>, Interactor {
    func perform(_ useCase: PlayerList.UseCase) async {
        switch useCase {
        case .load: await load()
        case .loadIfNeeded:  // FG-LIST-06, D20
            if !store.domainState.hasLoaded || store.domainState.isOutdated { await load() }
        case .delete: await delete()
        }
    }

    private func load() async {
        store.execute(.loadBegan)
        do {
            let players = try await worker.players()  // FG-LIST-02
            store.execute(.loaded(players))
        } catch {
            store.execute(.loadFailed(Failure(error)))
        }
    }

    private func delete() async {
        // `deletionBegan` clears `deletion`, so a second confirmation deletes nothing.
        guard let id = store.domainState.deletion else { return }
        store.execute(.deletionBegan)
        do {
            try await worker.deletePlayer(id)  // FG-LIST-13
            store.execute(.deleted(id))
        } catch {
            let failure = Failure(error)
            store.execute(.deletionFailed(failure))
            // D20: a deletion whose answer was lost is refused when it is tried again.
            if failure == .error(.playerDeleted) { await load() }
        }
    }
}

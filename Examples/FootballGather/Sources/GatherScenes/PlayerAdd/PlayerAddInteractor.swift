import CIS

final class PlayerAddInteractor: SceneInteractor<PlayerAdd>, Interactor {
    func perform(_ useCase: PlayerAdd.UseCase) async {
        guard store.domainState.isComplete else { return }  // FG-ADD-02
        store.execute(.began)
        do {
            try await worker.addPlayer(named: store.domainState.name)  // FG-ADD-03
            store.execute(.added)
        } catch {
            store.execute(.failed(Failure(error)))
        }
    }
}

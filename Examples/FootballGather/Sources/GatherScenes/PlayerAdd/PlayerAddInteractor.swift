import CIS

final class PlayerAddInteractor: SceneInteractor<PlayerAdd>, Interactor {
    func perform(_ useCase: PlayerAdd.UseCase) async {
        switch useCase {
        case .add: await add()
        }
    }

    private func add() async {
        guard store.domainState.isComplete else { return }  // FG-ADD-02
        let attempt = attempt(for: store.domainState.name)
        store.execute(.began(attempt))
        do {
            try await worker.addPlayer(named: attempt.content, attempt.key)  // FG-ADD-03
            store.execute(.added)
        } catch {
            store.execute(.failed(Failure(error)))
        }
    }

    /// The answer of the last request may have been lost. With the same name it is repeated, and adds no second player.
    private func attempt(for name: String) -> Attempt<String> {
        if let last = store.domainState.attempt, last.content == name { return last }
        return Attempt(name, key: worker.newKey())
    }
}

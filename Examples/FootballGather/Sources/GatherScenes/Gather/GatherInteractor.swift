import CIS

final class GatherInteractor: SceneInteractor<Gather>, Interactor {
    func perform(_ useCase: Gather.UseCase) async {
        let match = store.domainState
        guard match.asksToEnd else { return }  // FG-GATHER-04
        store.execute(.endBegan)
        do {
            try await worker.endGather(match.gather.id, score: match.score, winner: match.winner)  // FG-GATHER-05
            store.execute(.ended)
        } catch {
            store.execute(.endFailed(Failure(error)))
        }
    }
}

import CIS

final class GatherInteractor: SceneInteractor<Gather>, Interactor {
    private let stopwatch: Stopwatch

    init(store: any DomainStoreOf<Gather>, worker: Gather.Worker, stopwatch: Stopwatch) {
        self.stopwatch = stopwatch
        super.init(store: store, worker: worker)
    }

    func perform(_ useCase: Gather.UseCase) async {
        switch useCase {
        case .pressAction: store.execute(.actionTapped(after: stopwatch.milliseconds))
        case .end: await end()
        }
    }

    private func end() async {
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

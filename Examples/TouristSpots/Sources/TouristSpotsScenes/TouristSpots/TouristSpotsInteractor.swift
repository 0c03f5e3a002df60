import CIS

final class TouristSpotsInteractor: SceneInteractor<TouristSpots>, Interactor {
    func perform(_ useCase: TouristSpots.UseCase) async {
        switch useCase {
        case .fetch(let isPulled): await fetch(isPulled: isPulled)
        }
    }

    private func fetch(isPulled: Bool) async {
        store.execute(.fetchStarted(isPulled: isPulled))  // TS-03
        let number = store.domainState.fetches
        let end = await end()
        // TS-14: a newer fetch has begun meanwhile. Rows and progress are its own.
        guard number == store.domainState.fetches else { return }
        store.execute(end, evenIfCancelled: true)
    }

    /// D15: whatever happens, a fetch ends with one mutation, and so does its progress; also when it is cancelled.
    private func end() async -> TouristSpots.Mutation {
        do {
            let spots = try await worker.fetchSpots()
            return Task.isCancelled ? .fetchCancelled : .fetched(spots)  // TS-04
        } catch {
            return Task.isCancelled ? .fetchCancelled : .fetchFailed(worker.text(of: error))  // TS-05
        }
    }
}

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
        // TS-14: the policy cancels a fetch that a newer one replaces, and its mutations are dropped, except this one: a fetch
        // that is cancelled from outside must end its progress, too. So it must not end the progress of a newer fetch.
        guard number == store.domainState.fetches else { return }
        store.execute(end, evenIfCancelled: true)
    }

    /// D15: returns the mutation that ends the fetch and its progress. There is one in every case, also after a cancellation.
    private func end() async -> TouristSpots.Mutation {
        do {
            let spots = try await worker.fetchSpots()
            return Task.isCancelled ? .fetchCancelled : .fetched(spots)  // TS-04
        } catch {
            return Task.isCancelled ? .fetchCancelled : .fetchFailed(worker.text(of: error))  // TS-05
        }
    }
}

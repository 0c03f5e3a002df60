import CIS
import MoviesDomain

final class MoviesListInteractor: SceneInteractor<MoviesList>, Interactor {
    func perform(_ useCase: MoviesList.UseCase) async {
        switch useCase {
        case .searchText:
            let text = store.domainState.text
            guard !text.isEmpty else { return }  // MV-18
            await load(.searchStarted(MovieQuery(text)))
        case .search(let query): await load(.searchStarted(query))  // MV-27
        case .loadNextPage: await loadNextPage()
        case .open(let id):
            guard let movie = movie(at: id) else { return }
            store.execute(.detailsOpened(movie))  // MV-26
        }
    }

    /// MV-23: loads the next page if there is one. During a load, the page is requested after the load has ended.
    private func loadNextPage() async {
        let domain = store.domainState
        if domain.canLoadNextPage {
            await load(.nextPageStarted)
        } else if domain.loading != .none, !domain.pages.isEmpty, !domain.isEndShown {
            store.execute(.endShown)
        }
    }

    /// MV-19, MV-21: loads the next page of the query. Afterwards `loading` is `none`, whether the load has succeeded, failed or
    /// was cancelled, unless a newer load has begun.
    ///
    /// MV-23: continues with the following page if the end of the list was reached meanwhile.
    private func load(_ start: MoviesList.Mutation) async {
        var start = start
        while true {
            store.execute(start)
            let number = store.domainState.loads
            let end = await end(of: number)
            // The policy cancels a load that a newer one replaces, and its mutations are dropped, except this one: a load that
            // is cancelled from outside must end its spinner, too. So it must not end the spinner of a newer load. The other
            // hazard is a next page that was requested while `end` was saving the query: nothing cancels this load then.
            guard number == store.domainState.loads else { return }
            if store.domainState.loading != .none { store.execute(end, evenIfCancelled: true) }
            guard store.domainState.mustLoadNextPage, !Task.isCancelled else { return }
            start = .nextPageStarted
        }
    }

    /// MV-02, MV-20: shows the pages as they arrive. Returns the mutation that ends the load; `load` applies it only if no
    /// fresh page has ended the load already.
    private func end(of number: Int) async -> MoviesList.Mutation {
        let query = store.domainState.query
        do {
            for try await found in worker.movies.pages(of: query, page: store.domainState.nextPage) {
                // A repository may ignore that this load was cancelled, and deliver a page late. Its mutation would be dropped,
                // but its query would be saved. So only the newest load writes.
                guard !Task.isCancelled, number == store.domainState.loads else { break }
                store.execute(.pageReceived(found))
                if found.isFresh { try? await worker.recentQueries.save(query) }  // MV-02: a failure changes nothing
            }
            return .loadEnded
        } catch {
            // MV-25, D14: a cancelled load shows no alert.
            guard !Task.isCancelled, !(error is CancellationError) else { return .loadEnded }
            return .loadFailed(error as? MoviesError ?? .failed)  // MV-22
        }
    }

    private func movie(at id: MoviesList.Row.ID) -> Movie? {
        let page = store.domainState.pages.first { $0.page == id.page }
        return page.flatMap { $0.movies.indices.contains(id.position) ? $0.movies[id.position] : nil }
    }
}

import CIS
import MoviesDomain

final class MoviesListStore: SceneStore<MoviesList>, Store {
    nonisolated static func mutate(_ state: inout MoviesList.State, by mutation: MoviesList.Mutation) {
        switch mutation {
        case .searchEntered: state.enterSearch()
        case .searchLeft: state.leaveSearch()
        case .textChanged(let text): state.domainState.text = text
        case .searchStarted(let query): state.start(query)
        case .nextPageStarted: state.startLoading(.nextPage)
        case .endShown: state.domainState.isEndShown = true
        case .pageReceived(let found):
            state.receive(found.page)  // MV-20
            if found.isFresh { state.domainState.loading = .none }  // MV-21
        case .loadFailed(let error):  // MV-21: the films of the cache stay
            state.failure = error
            state.isAlertOpen = true
            state.endLoading()
        case .loadEnded: state.endLoading()
        case .searchCancelled: state.cancelSearch()
        case .alertClosed: state.isAlertOpen = false
        case .detailsOpened(let movie):  // MV-26
            state.leaveSearch()
            state.details.present(MovieDetails.State(movie, state.wording))
        case .detailsClosed: state.details.dismiss()
        }
    }
}

extension MoviesList.State {
    /// MV-41: opens the suggestions. If they are open already, they stay as they are.
    fileprivate mutating func enterSearch() {
        isSearching = true
        if !suggestions.isPresented { suggestions.present(Suggestions.State()) }
    }

    fileprivate mutating func leaveSearch() {
        isSearching = false
        suggestions.dismiss()
    }

    /// MV-18, MV-31: removes the films of the previous search, and shows the text of the new one.
    fileprivate mutating func start(_ query: MovieQuery) {
        leaveSearch()
        items.removeAll()
        domainState.text = query.text
        domainState.query = query
        domainState.pages = []
        domainState.currentPage = 0
        domainState.totalPages = 1
        searchBegan.value = query
        startLoading(.fullScreen)
    }

    /// MV-24: the films and the paging stay. The search field shows the query with which they were found.
    fileprivate mutating func cancelSearch() {
        leaveSearch()
        domainState.text = domainState.query.text
        endLoading()
    }

    fileprivate mutating func startLoading(_ loading: MoviesList.Loading) {
        isAlertOpen = false
        failure = nil
        domainState.loads += 1
        domainState.loading = loading
        domainState.isEndShown = false
    }

    /// MV-23: after a load that has failed or was cancelled, the next page is not loaded.
    fileprivate mutating func endLoading() {
        domainState.loading = .none
        domainState.isEndShown = false
    }

    /// MV-20: replaces the page with the same number, and moves the page to the end of the list.
    ///
    /// Only rows that differ are changed. Most often the fresh page equals the cached one, and no row is drawn again.
    fileprivate mutating func receive(_ page: MoviesPage) {
        let index = domainState.pages.firstIndex { $0.page == page.page }
        let isLast = index == domainState.pages.indices.last
        let old = index.map { domainState.pages.remove(at: $0) }
        let end = items.last?.id
        domainState.pages.append(page)
        domainState.currentPage = page.page
        domainState.totalPages = page.totalPages
        for row in page.rows(wording) {
            guard let shown = items[id: row.id] else {
                items.append(row)
                continue
            }
            if !isLast { items.move(row.id, to: items.count - 1) }
            if shown != row { items.replace(with: row) }
        }
        for position in page.movies.count..<max(page.movies.count, old?.movies.count ?? 0) {
            items.remove(MoviesList.Row.ID(page: page.page, position: position))
        }
        // MV-23: the row that was shown is not the last one any more.
        if items.last?.id != end { domainState.isEndShown = false }
    }
}

import CIS
import CISTesting
import MoviesDomain
import MoviesScenes
import Testing

/// MV-20: which rows change when pages arrive. A front end draws only these.
@MainActor @Suite struct KeyedRowsTests {
    /// Returns the changes that a front end receives during a search whose first pages are cached.
    private func changes(_ cached: [MoviesPage], _ fresh: [MoviesPage]) async -> [SceneListChanges<MoviesList.Row>] {
        let movies = MoviesDouble()
        for page in cached { movies.cached.answers(.value(page)) }
        for page in fresh { movies.fetching.answers(.value(page)) }
        let scene = MoviesList.assemble(
            worker: Repositories(movies: movies, recentQueries: QueriesDouble(), posters: PostersDouble()))
        var changes: [SceneListChanges<MoviesList.Row>] = []
        let token = scene.observeChanges(of: \.items, initially: false) { changes.append($0) }
        await scene.execute(.suggestionChosen(MovieQuery("batman"))).value
        for _ in fresh.dropFirst() { await scene.execute(.lastRowShown).value }
        withExtendedLifetime(token) {}
        return changes
    }

    private func row(_ position: Int) -> MoviesList.Row.ID { MoviesList.Row.ID(page: 1, position: position) }

    @Test func `MV-20 a fresh page that says what the cached one has said changes no row`() async {
        let page = MoviesPage.sample("batman 1", films: 20)
        let changes = await changes([page], [page])
        #expect(changes.count == 1 && changes[0].steps?.count == 20)
    }

    @Test func `MV-20 a fresh page changes the rows that differ, adds and removes what it must`() async {
        let old = MoviesPage.sample("batman 1", films: 3)
        let renamed = Movie(id: "x", title: "Batman")
        let changed = MoviesPage(page: 1, totalPages: 3, movies: [old.movies[0], renamed, old.movies[2], renamed])
        let more = await changes([old], [changed])
        #expect(more.last?.steps == [.replaced(row(1), at: 1), .inserted(row(3), at: 3)])
        let shorter = MoviesPage(page: 1, totalPages: 3, movies: [old.movies[0]])
        let fewer = await changes([old], [shorter])
        #expect(fewer.last?.steps == [.removed(row(1), at: 1), .removed(row(2), at: 1)])
    }

    @Test func `MV-20 a page that comes again goes to the end, with the rows that it had`() async {
        let first = MoviesPage.sample("batman 1")
        let changes = await changes([], [first, .sample("batman 2"), first])
        #expect(changes.last?.steps == [.moved(row(0), from: 0, to: 3), .moved(row(1), from: 0, to: 3)])
    }
}

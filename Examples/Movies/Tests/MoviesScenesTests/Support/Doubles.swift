import CIS
import CISTesting
import CISWorkers
import MoviesDomain
import MoviesScenes

/// The list with its children, as a front end uses it.
struct Movies: SceneFixture {
    static let feature = "Movies list"
    let movies = MoviesDouble()
    let queries = QueriesDouble()
    let posters = PostersDouble()

    func assemble(_ state: MoviesList.State) -> SceneRuntime<MoviesList> {
        MoviesList.assemble(
            state, worker: Repositories(movies: movies, recentQueries: queries, posters: posters))
    }
}

/// The details alone.
struct Details: SceneFixture {
    static let feature = "Movie details"
    let posters = PostersDouble()

    func assemble(_ state: MovieDetails.State) -> SceneRuntime<MovieDetails> {
        MovieDetails.assemble(state, worker: posters)
    }
}

/// The suggestions alone.
struct SuggestionsList: SceneFixture {
    static let feature = "Suggestions"
    let queries = QueriesDouble()

    func assemble(_ state: Suggestions.State) -> SceneRuntime<Suggestions> {
        Suggestions.assemble(state, worker: queries)
    }
}

/// MV-08: a repository with a stub for the cache and one for the service. Both are called with query and page: `batman 1`.
final class MoviesDouble: MoviesRepository {
    let cached = Stub<String, MoviesPage?> { _ in nil }
    let fetching = ThrowingStub<String, MoviesPage>(.compute { .sample($0) })

    func pages(of query: MovieQuery, page: Int) -> any AsyncSequence<FoundPage, any Error> & Sendable {
        let request = "\(query.text) \(page)"
        return CachedThenFresh<MoviesPage, any Error>(
            cached: { await self.find(request) }, fresh: { try await self.fetch(request) }
        ).map { $0.isFresh ? .fresh($0.value) : .cached($0.value) }
    }

    @concurrent private func find(_ request: String) async -> MoviesPage? { await cached(request) }
    @concurrent private func fetch(_ request: String) async throws -> MoviesPage { try await fetching(request) }
}

final class QueriesDouble: RecentQueriesRepository {
    let fetching = ThrowingStub<Int, [MovieQuery]>(.value([MovieQuery("batman"), MovieQuery("superman")]))
    let saving = ThrowingStub<String, Void>(.value(()))

    @concurrent func newest(_ count: Int) async throws -> [MovieQuery] { try await fetching(count) }
    @concurrent func save(_ query: MovieQuery) async throws { try await saving(query.text) }
}

/// A repository whose stub is called with path and width, such as `/a.jpg 300`.
final class PostersDouble: PosterRepository {
    let loading = ThrowingStub<String, Poster>(.compute { Poster(Array($0.utf8)) })

    @concurrent func poster(_ path: String, width: Int) async throws -> Poster {
        try await loading("\(path) \(width)")
    }
}

/// MV-04: finds films. The domain does not know where they come from.
public protocol MoviesRepository: Sendable {
    /// MV-08: searches for films.
    ///
    /// The sequence delivers the cached page if there is one, and then the fresh one. It ends without the fresh one if the
    /// task is cancelled in between. It throws ``MoviesError``, or `CancellationError`.
    ///
    /// - Parameters:
    ///   - query: The text to search for.
    ///   - page: The number of the page, from 1.
    func pages(of query: MovieQuery, page: Int) -> any AsyncSequence<FoundPage, any Error> & Sendable
}

/// MV-04, MV-10: the queries that have led to results, the newest first.
public protocol RecentQueriesRepository: Sendable {
    /// Returns the newest queries.
    ///
    /// - Parameter count: The maximum number of queries.
    @concurrent func newest(_ count: Int) async throws -> [MovieQuery]

    /// Puts a query first. If the list contains the query already, it is moved.
    @concurrent func save(_ query: MovieQuery) async throws
}

/// MV-04, MV-12: loads posters. The domain does not know where they come from.
public protocol PosterRepository: Sendable {
    /// Returns a poster in the size nearest to a width.
    ///
    /// - Parameters:
    ///   - path: The ``Movie/posterPath`` of a film.
    ///   - width: The width in which the poster is shown, in pixels.
    /// - Throws: ``MoviesError``, or `CancellationError`.
    @concurrent func poster(_ path: String, width: Int) async throws -> Poster
}

/// Everything the scenes need from outside.
public struct Repositories: Sendable {
    /// The films.
    public let movies: any MoviesRepository
    /// The recent queries.
    public let recentQueries: any RecentQueriesRepository
    /// The posters.
    public let posters: any PosterRepository

    /// Combines the three repositories.
    public init(
        movies: any MoviesRepository, recentQueries: any RecentQueriesRepository, posters: any PosterRepository
    ) {
        self.movies = movies
        self.recentQueries = recentQueries
        self.posters = posters
    }
}

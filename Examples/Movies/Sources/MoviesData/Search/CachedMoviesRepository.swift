public import CISWorkers
public import MoviesDomain

/// MV-08: searches films at the service. An earlier answer to the same request is delivered first.
///
/// The cache keeps the data in the form in which the service has sent it. So cached and fresh data are checked and mapped to
/// entities by the same code.
public struct CachedMoviesRepository: MoviesRepository {
    private let client: HTTPClient
    private let configuration: MoviesConfiguration
    private let cache: DiskCache
    private let report: @Sendable (HTTPError) -> Void

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - configuration: The address of the service, and the values that each request needs.
    ///   - cache: MV-09: keeps the answers. Do not store anything else in it.
    ///   - transport: Sends the requests.
    ///   - report: MV-14: called once for each error, but not for a cancelled request. The text of an error never contains the
    ///     key.
    public init(
        _ configuration: MoviesConfiguration, cache: DiskCache, transport: any HTTPTransport,
        report: @escaping @Sendable (HTTPError) -> Void = { _ in }
    ) {
        client = HTTPClient(configuration.search, transport: transport)
        self.configuration = configuration
        self.cache = cache
        self.report = report
    }

    /// MV-08: searches for films.
    public func pages(of query: MovieQuery, page: Int) -> any AsyncSequence<FoundPage, any Error> & Sendable {
        let key = key(query, page)
        return CachedThenFresh<MoviesPageDTO, any Error>(
            cached: { [cache] in await cache.value(for: key) },
            fresh: { try await fetch(query, page) },
            save: { [cache] in _ = try? await cache.store(value: $0, for: key) }
        ).map { found in
            found.isFresh ? .fresh(found.value.entity) : .cached(found.value.entity)
        }
    }

    /// MV-09: the key of an answer. Answers of another service or in another language have other keys. The text of an array quotes
    /// its elements, so different requests have different keys.
    private func key(_ query: MovieQuery, _ page: Int) -> String {
        "\([configuration.api.absoluteString, configuration.language, "\(page)", query.text])"
    }

    private func fetch(_ query: MovieQuery, _ page: Int) async throws -> MoviesPageDTO {
        do {
            return try await client.send(.search(query, page: page))
        } catch {
            if !error.isCancelled { report(error) }
            throw error.domainError
        }
    }
}

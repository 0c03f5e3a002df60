public import CISWorkers
public import MoviesDomain

/// MV-10: keeps the recent queries in a key-value store, with the library's `RecentList`.
public struct StoredRecentQueries: RecentQueriesRepository {
    /// MV-10: the maximum number of queries that are kept.
    public static let maximum = 10

    private let list: RecentList<String>
    private let store: any KeyValueStore
    /// Lets one call at a time begin a new list.
    private let renewal = ConcurrencyLimit(1)

    /// Creates a repository.
    ///
    /// - Parameter store: The store for the queries. Do not store anything else in it.
    public init(_ store: any KeyValueStore) {
        self.store = store
        list = RecentList(StorageKey("recentQueries"), maximum: Self.maximum, in: store)
    }

    /// MV-10: returns the newest queries.
    @concurrent public func newest(_ count: Int) async throws(StorageError) -> [MovieQuery] {
        try await list.newest(count).map(MovieQuery.init)
    }

    /// MV-10: puts a query first. If the list contains the query already, it is moved. If the stored list is damaged, a new
    /// one is begun, because otherwise every call would fail.
    @concurrent public func save(_ query: MovieQuery) async throws {
        guard try await !added(query) else { return }
        try await renewal.run {
            // Another call may have begun a new list meanwhile. It must not be removed.
            guard try await !added(query) else { return }
            try await store.removeAll()
            try await list.add(query.text)
        }
    }

    /// Returns whether the query was added. It was not if the list is damaged.
    private func added(_ query: MovieQuery) async throws(StorageError) -> Bool {
        do {
            try await list.add(query.text)
            return true
        } catch {
            guard error.code == .corrupt || error.code == .decoding else { throw error }
            return false
        }
    }
}

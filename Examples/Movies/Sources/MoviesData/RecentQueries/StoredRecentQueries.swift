public import CISWorkers
public import MoviesDomain

/// MV-10: the recent queries in a key-value store, over the library's `RecentList`.
public struct StoredRecentQueries: RecentQueriesRepository {
    /// MV-10: how many queries are kept.
    public static let maximum = 10

    private let list: RecentList<String>
    private let store: any KeyValueStore

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

    /// MV-10: puts a query first, and removes it from where it was before. If the stored list is damaged, a new list is
    /// begun, because otherwise every call would fail.
    @concurrent public func save(_ query: MovieQuery) async throws(StorageError) {
        do {
            try await list.add(query.text)
        } catch {
            guard error.code == .corrupt || error.code == .decoding else { throw error }
            try await store.removeAll()
            try await list.add(query.text)
        }
    }
}

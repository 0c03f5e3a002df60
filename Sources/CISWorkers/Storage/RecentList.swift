/// The values used last, kept in a store: recent queries, files opened last.
///
/// ```swift
/// let queries = RecentList(StorageKey<[String]>("recentQueries"), maximum: 10, in: store)
/// try await queries.add("batman")
/// let suggestions = try await queries.newest(5)
/// ```
///
/// Equality is that of the type; for `String` it is exact, with case. Additions from several tasks are all kept.
public struct RecentList<Element: Codable & Sendable & Equatable>: Sendable {
    private let key: StorageKey<[Element]>
    private let maximum: Int
    private let store: any KeyValueStore

    /// Makes a list. It starts with what the store has.
    ///
    /// - Parameters:
    ///   - key: The key of the list.
    ///   - maximum: The most values to keep. Less than zero counts as zero.
    ///   - store: What keeps it.
    public init(_ key: StorageKey<[Element]>, maximum: Int, in store: any KeyValueStore) {
        self.key = key
        self.maximum = maximum
        self.store = store
    }

    /// Puts a value at the front. An equal one moves there; the oldest goes if there are too many.
    ///
    /// - Parameter element: The value.
    /// - Throws: ``StorageError``. The list is then what it was.
    @concurrent
    public func add(_ element: Element) async throws(StorageError) {
        try await store.update(key) { stored in
            var recent = RecentValues(maximum: maximum, stored ?? [])
            recent.add(element)
            stored = recent.elements
        }
    }

    /// The newest values.
    ///
    /// - Parameter count: How many at most. Less than zero counts as zero.
    /// - Returns: The values, the newest first.
    /// - Throws: ``StorageError`` if the store cannot be read.
    @concurrent
    public func newest(_ count: Int = .max) async throws(StorageError) -> [Element] {
        RecentValues(maximum: maximum, try await store.value(for: key) ?? []).newest(count)
    }

    /// Removes all values.
    ///
    /// - Throws: ``StorageError``. The list is then what it was.
    @concurrent
    public func removeAll() async throws(StorageError) {
        try await store.remove(key)
    }
}

/// A stored list of recently used values, such as search queries or opened files.
///
/// ```swift
/// let queries = RecentList(
///     StorageKey<[String]>("recentQueries"), maximum: 10, in: store)
/// try await queries.add("batman")
/// let suggestions = try await queries.newest(5)
/// ```
///
/// The newest value is first, and no value occurs twice. Values are compared with `==`; for strings, case matters.
/// Several tasks may add values at the same time; none is lost.
public struct RecentList<Element: Codable & Sendable & Equatable>: Sendable {
    private let key: StorageKey<[Element]>
    private let maximum: Int
    private let store: any KeyValueStore

    /// Creates a list. Values that are already stored under the key belong to it.
    ///
    /// - Parameters:
    ///   - key: The key of the list in the store.
    ///   - maximum: The maximum number of values. A negative number counts as zero.
    ///   - store: The store.
    public init(_ key: StorageKey<[Element]>, maximum: Int, in store: any KeyValueStore) {
        self.key = key
        self.maximum = max(maximum, 0)
        self.store = store
    }

    /// Adds a value at the front. If the list has an equal value, that one is removed. If there are too many values,
    /// the oldest are removed.
    ///
    /// - Parameter element: The value.
    /// - Throws: ``StorageError``, as ``KeyValueStore/change(_:_:)`` does.
    /// - Complexity: O(*n*²) comparisons for a list of *n* values.
    @concurrent
    public func add(_ element: Element) async throws(StorageError) {
        try await store.update(key) { stored in
            stored = Array(withoutDuplicates([element] + (stored ?? [])).prefix(maximum))
        }
    }

    /// Returns the newest values.
    ///
    /// - Parameter count: The maximum number of values to return. A negative number counts as zero.
    /// - Returns: The values, the newest first.
    /// - Throws: ``StorageError`` if the store cannot be read.
    @concurrent
    public func newest(_ count: Int = .max) async throws(StorageError) -> [Element] {
        let elements = withoutDuplicates(try await store.value(for: key) ?? [])
        return Array(elements.prefix(max(min(count, maximum), 0)))
    }

    /// Removes all values.
    ///
    /// - Throws: ``StorageError``, as ``KeyValueStore/change(_:_:)`` does.
    @concurrent
    public func removeAll() async throws(StorageError) {
        try await store.remove(key)
    }

    /// Returns the values without repetitions. The first of equal values remains.
    private func withoutDuplicates(_ elements: [Element]) -> [Element] {
        elements.reduce(into: []) { kept, element in
            if !kept.contains(element) { kept.append(element) }
        }
    }
}

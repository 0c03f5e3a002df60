public import Foundation

/// A store that keeps values in memory. Use it in tests and previews.
public actor MemoryStore: KeyValueStore {
    /// The text `memory`.
    public nonisolated var place: String { "memory" }

    private var values: [Data: Data] = [:]

    /// Creates an empty store.
    public init() {}

    /// Returns the bytes for a name, or `nil` if there are none.
    public func data(for name: String) -> Data? {
        values[Data(name.utf8)]
    }

    /// Changes the bytes for a name.
    public func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        var data = values[Data(name.utf8)]
        try change(&data)
        values[Data(name.utf8)] = data
    }

    /// Removes all values.
    public func removeAll() {
        values = [:]
    }
}

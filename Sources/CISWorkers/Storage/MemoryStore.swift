public import Foundation

/// Keeps values in memory, until it is released.
public actor MemoryStore: KeyValueStore {
    /// Memory.
    public nonisolated var place: String { "memory" }

    private var values: [Data: Data] = [:]

    /// Makes an empty store.
    public init() {}

    /// The bytes under a name, `nil` if there are none.
    public func data(for name: String) -> Data? {
        values[Data(name.utf8)]
    }

    /// Changes the bytes under a name.
    public func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        var data = values[Data(name.utf8)]
        try change(&data)
        values[Data(name.utf8)] = data
    }

    /// Removes everything.
    public func removeAll() {
        values = [:]
    }
}

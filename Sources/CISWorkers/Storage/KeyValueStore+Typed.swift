internal import CIS
import Foundation

extension KeyValueStore {
    /// The value of a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` if there is none.
    /// - Throws: ``StorageError`` with ``StorageError/Code/decoding`` if what is stored is no such value, or another if
    ///   the store cannot be read.
    @concurrent
    public func value<Value>(for key: StorageKey<Value>) async throws(StorageError) -> Value? {
        guard let data = try await data(for: key.name) else { return nil }
        return try key.decode(data, in: place)
    }

    /// Stores a value, in the place of the one there is.
    ///
    /// - Parameters:
    ///   - value: The value. `nil` removes the key.
    ///   - key: The key.
    /// - Throws: ``StorageError``. The store then has what it had.
    @concurrent
    public func set<Value>(_ value: Value?, for key: StorageKey<Value>) async throws(StorageError) {
        let data: Data? = if let value { try key.encode(value, in: place) } else { nil }
        try await change(key.name) { (stored: inout Data?) throws(StorageError) in stored = data }
    }

    /// Computes a value from the one there is, with no other change in between.
    ///
    /// Choose it over ``value(for:)`` and ``set(_:for:)`` where two tasks may change the same key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: Is given the value, `nil` if there is none, and leaves the new one, `nil` for none. Must be quick
    ///     and not use the store. Called again, with the value of then, if another store has changed the same file
    ///     meanwhile.
    /// - Returns: The new value.
    /// - Throws: ``StorageError``. The store then has what it had.
    @concurrent @discardableResult
    public func update<Value>(
        _ key: StorageKey<Value>, _ change: @Sendable (inout Value?) -> Void
    ) async throws(StorageError) -> Value? {
        let result = Guarded<Value?>(nil)
        try await self.change(key.name) { (stored: inout Data?) throws(StorageError) in
            let data = stored
            var value: Value? = if let data { try key.decode(data, in: place) } else { nil }
            change(&value)
            stored = if let value { try key.encode(value, in: place) } else { nil }
            let new = value
            result.withLock { $0 = new }
        }
        return result.withLock { $0 }
    }

    /// Removes a key.
    ///
    /// - Parameter key: The key. If it has no value nothing happens.
    /// - Throws: ``StorageError``. The store then has what it had.
    @concurrent
    public func remove<Value>(_ key: StorageKey<Value>) async throws(StorageError) {
        try await set(nil, for: key)
    }
}

extension StorageKey {
    /// Text and bytes are stored as they are, everything else as JSON.
    func encode(_ value: Value, in store: String) throws(StorageError) -> Data {
        // By the type of the key, not of the value: an optional text is read as JSON, so it is written as JSON.
        if Value.self == Data.self, let data = value as? Data { return data }
        if Value.self == String.self, let text = value as? String { return Data(text.utf8) }
        do {
            return try JSONEncoder().encode(value)
        } catch {
            throw .encoding(error, file: store, key: name)
        }
    }

    func decode(_ data: Data, in store: String) throws(StorageError) -> Value {
        if Value.self == Data.self, let data = data as? Value { return data }
        do {
            if Value.self == String.self, let text = String(validating: data, as: UTF8.self) as? Value { return text }
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            throw .decoding(error, file: store, key: name)
        }
    }
}

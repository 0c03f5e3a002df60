internal import CIS
import Foundation

extension KeyValueStore {
    /// Returns the value of a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if there is none.
    /// - Throws: ``StorageError`` with ``StorageError/Code/decoding`` if the stored bytes are not a value of this type;
    ///   another code if the store cannot be read.
    @concurrent
    public func value<Value>(for key: StorageKey<Value>) async throws(StorageError) -> Value? {
        guard let data = try await data(for: key.name) else { return nil }
        return try key.decode(data, in: place)
    }

    /// Stores a value. Replaces the value that the key has.
    ///
    /// - Parameters:
    ///   - value: The value. `nil` removes the key.
    ///   - key: The key.
    /// - Throws: ``StorageError``, as ``KeyValueStore/change(_:_:)`` does.
    @concurrent
    public func set<Value>(_ value: Value?, for key: StorageKey<Value>) async throws(StorageError) {
        let data: Data? = if let value { try key.encode(value, in: place) } else { nil }
        try await change(key.name) { (stored: inout Data?) throws(StorageError) in stored = data }
    }

    /// Changes the value of a key.
    ///
    /// No other change of this store happens between reading the old value and storing the new one.
    /// Use it instead of ``value(for:)`` and ``set(_:for:)`` if several tasks may change the same key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: Changes the value in place. `nil` means that there is no value. The closure must be fast and must
    ///     not use the store. It is called again, with the new value, if another store changes the same file at the
    ///     same time.
    /// - Returns: The new value.
    /// - Throws: ``StorageError``, as ``KeyValueStore/change(_:_:)`` does.
    @concurrent @discardableResult
    public func update<Value>(
        _ key: StorageKey<Value>, _ change: @Sendable (inout Value?) -> Void
    ) async throws(StorageError) -> Value? {
        let result = LockedValue<Value?>(nil)
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
    /// - Parameter key: The key. If it has no value, nothing happens.
    /// - Throws: ``StorageError``, as ``KeyValueStore/change(_:_:)`` does.
    @concurrent
    public func remove<Value>(_ key: StorageKey<Value>) async throws(StorageError) {
        try await set(nil, for: key)
    }
}

extension StorageKey {
    /// Encodes a value. Strings and data are stored unchanged, all other types as JSON.
    func encode(_ value: Value, in store: String) throws(StorageError) -> Data {
        // The format depends on the type of the key, not on the type of the value: an optional string is decoded from
        // JSON, so it must be encoded as JSON.
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

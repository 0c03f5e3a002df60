import Foundation

extension DiskCache {
    /// Returns the value of a key, decoded from JSON, and marks it as used.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value. An entry that cannot be decoded as this type is removed.
    /// - Returns: The value. `nil` if the cache has no entry for the key, or if the entry has expired or cannot be
    ///   decoded.
    public func value<Value: Decodable & Sendable>(for key: String, as type: Value.Type = Value.self) -> Value? {
        guard let data = data(for: key) else { return nil }
        if let value = try? JSONDecoder().decode(Value.self, from: data) { return value }
        remove(key)
        return nil
    }

    /// Stores a value as JSON. Replaces the value that the key has.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - lifetime: How long the value may be used. `nil` uses the lifetime of the cache.
    /// - Returns: Whether the value was stored, as for ``store(_:for:lifetime:)``.
    /// - Throws: ``StorageError`` if the value cannot be encoded or the folder cannot be written.
    @discardableResult
    public func store<Value: Encodable & Sendable>(
        value: Value, for key: String, lifetime: Duration? = nil
    ) throws(StorageError) -> Bool {
        let data: Data
        do {
            data = try JSONEncoder().encode(value)
        } catch {
            throw .encoding(error, file: "the cache", key: key)
        }
        return try store(data, for: key, lifetime: lifetime)
    }
}

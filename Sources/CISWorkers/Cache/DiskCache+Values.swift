import Foundation

extension DiskCache {
    /// The value of a key, which counts as used now.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type it was stored as. What does not decode as it is a miss, and removed.
    /// - Returns: The value; `nil` if there is none, or no longer.
    public func value<Value: Decodable & Sendable>(for key: String, as type: Value.Type = Value.self) -> Value? {
        guard let data = data(for: key) else { return nil }
        if let value = try? JSONDecoder().decode(Value.self, from: data) { return value }
        remove(key)
        return nil
    }

    /// Keeps a value as JSON, in the place of what there is.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Its key.
    ///   - lifetime: How long it may be used. `nil` is the lifetime of the cache.
    /// - Returns: Whether it is kept: not if it alone takes more space than all may.
    /// - Throws: ``StorageError`` if the value cannot be encoded, or the folder cannot be written.
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

/// The name of a stored value, with its type.
///
/// ```swift
/// extension StorageKey<Bool> {
///     static var rememberMe: StorageKey { StorageKey("remember") }
/// }
///
/// let remember = try await store.value(for: .rememberMe) ?? true
/// ```
public struct StorageKey<Value: Codable & Sendable>: Sendable, Hashable {
    /// The name within the store. It appears in error texts.
    public let name: String

    /// Makes a key.
    ///
    /// - Parameter name: The name within the store.
    public init(_ name: String) {
        self.name = name
    }
}

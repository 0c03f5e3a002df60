/// The name of a stored value, together with its type.
///
/// ```swift
/// extension StorageKey<Bool> {
///     static var rememberMe: StorageKey { StorageKey("remember") }
/// }
///
/// let remember = try await store.value(for: .rememberMe) ?? true
/// ```
public struct StorageKey<Value: Codable & Sendable>: Sendable, Hashable {
    /// The name in the store. It appears in error messages.
    public let name: String

    /// Creates a key.
    ///
    /// - Parameter name: The name in the store.
    public init(_ name: String) {
        self.name = name
    }
}

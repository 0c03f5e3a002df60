internal import CIS
public import Foundation

/// A property wrapper for values that must not appear in snapshots and logs, such as a password in a text field or a
/// token.
///
/// ```swift
/// struct State: SceneState, Equatable, Codable {
///     var username = ""
///     @Secret var password = ""
/// }
/// ```
///
/// The property is used like any other. Encoders write `null` for it; descriptions, dumps and logs show `<secret>`.
/// Decoding always returns the empty value of the wrapped type, whatever the snapshot contains.
///
/// To store a secret, store its wrapped value in a `KeychainStore` or a ``SecureFileStore``.
@propertyWrapper
public struct Secret<Value: Redactable> {
    /// The value.
    public var wrappedValue: Value

    /// Creates a secret.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    /// Creates a secret without a property, for instance in an enum case.
    ///
    /// - Parameter value: The value.
    public init(_ value: Value) {
        wrappedValue = value
    }
}

extension Secret: SecretValue {}
extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static var mask: String { "<secret>" }

    /// The text `<secret>`.
    public var description: String { Self.mask }

    /// The text `<secret>`.
    public var debugDescription: String { Self.mask }

    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret: Codable {
    /// Creates a secret with the empty value. Does not read from the decoder.
    public init(from decoder: any Decoder) throws {
        wrappedValue = .redacted
    }

    /// Encodes `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}

extension KeyedDecodingContainer {
    /// Returns a secret with the empty value. The code that the compiler generates for `Decodable` calls this function
    /// for properties with `@Secret`.
    ///
    /// - Parameters:
    ///   - type: The type of the secret.
    ///   - key: The key of the property. It does not have to exist.
    /// - Returns: A secret with the empty value.
    public func decode<Value>(_ type: Secret<Value>.Type, forKey key: Key) throws -> Secret<Value> {
        Secret(.redacted)
    }
}

/// A type with an empty value. A ``Secret`` of this type has the empty value after it was decoded.
public protocol Redactable {
    /// The empty value.
    static var redacted: Self { get }
}

extension String: Redactable {
    /// The empty string.
    public static var redacted: String { "" }
}

extension Data: Redactable {
    /// Empty data.
    public static var redacted: Data { Data() }
}

extension Optional: Redactable {
    /// The empty value: `nil`.
    public static var redacted: Wrapped? { nil }
}

extension Array: Redactable {
    /// The empty array.
    public static var redacted: [Element] { [] }
}

extension Dictionary: Redactable {
    /// The empty dictionary.
    public static var redacted: [Key: Value] { [:] }
}

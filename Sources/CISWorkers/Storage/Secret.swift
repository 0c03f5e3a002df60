public import Foundation

/// A value that must not leave memory: a password in a text field, a token in a state.
///
/// ```swift
/// struct State: SceneState, Equatable, Codable {
///     var username = ""
///     @Secret var password = ""
/// }
/// ```
///
/// It is used like the value itself. It is left out of everything that is made of values without looking: encoded it is
/// `null`, in texts, dumps and logs it is `<secret>`. Decoded it is the empty value of its type, also where an older
/// snapshot has none, or one that was no secret then.
///
/// To keep a secret on purpose, store its *value* in a `KeychainStore` or a ``SecureFileStore``.
@propertyWrapper
public struct Secret<Value: Redactable> {
    /// The value.
    public var wrappedValue: Value

    /// Marks a value as secret.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    /// Marks a value as secret, where there is no property to mark.
    ///
    /// - Parameter value: The value.
    public init(_ value: Value) {
        wrappedValue = value
    }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static var mask: String { "<secret>" }

    /// `<secret>`.
    public var description: String { Self.mask }

    /// `<secret>`.
    public var debugDescription: String { Self.mask }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret: Codable {
    /// Ignores what is there: the value is the empty one.
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
    /// What the compiler calls for a property marked with `@Secret`: the empty value, whatever is stored.
    ///
    /// - Parameters:
    ///   - type: The type of the wrapper.
    ///   - key: The key of the property. It need not be there.
    /// - Returns: The wrapper around the empty value.
    public func decode<Value>(_ type: Secret<Value>.Type, forKey key: Key) throws -> Secret<Value> {
        Secret(.redacted)
    }
}

/// A type with a value to put where a secret is left out.
public protocol Redactable {
    /// The empty value.
    static var redacted: Self { get }
}

extension String: Redactable {
    /// The empty text.
    public static var redacted: String { "" }
}

extension Data: Redactable {
    /// No bytes.
    public static var redacted: Data { Data() }
}

extension Optional: Redactable {
    /// `nil`.
    public static var redacted: Wrapped? { nil }
}

extension Array: Redactable {
    /// The empty list.
    public static var redacted: [Element] { [] }
}

extension Dictionary: Redactable {
    /// The empty dictionary.
    public static var redacted: [Key: Value] { [:] }
}

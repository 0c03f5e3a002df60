/// Encodes states as text, and decodes them. The core has no format of its own: pass the functions of an encoder and a
/// decoder.
///
/// ```swift
/// StateCoder(
///     encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
///     decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
/// ```
public struct StateCoder: Sendable {
    let encode: @Sendable (any Encodable) throws -> String
    let decode: @Sendable (any Decodable.Type, String) throws -> any Decodable

    /// Creates a coder.
    ///
    /// - Parameters:
    ///   - encode: Encodes a state.
    ///   - decode: Decodes a state of the given type from a text that `encode` has returned.
    public init(
        encode: @escaping @Sendable (any Encodable) throws -> String,
        decode: @escaping @Sendable (any Decodable.Type, String) throws -> any Decodable
    ) {
        self.encode = encode
        self.decode = decode
    }
}

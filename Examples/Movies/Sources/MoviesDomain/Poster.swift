/// The bytes of an image file.
public struct Poster: Sendable, Hashable {
    /// The content of the file.
    public let bytes: [UInt8]

    /// Creates a poster.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension Poster: CustomStringConvertible {
    /// The size, without the content.
    public var description: String { "poster of \(bytes.count) bytes" }
}

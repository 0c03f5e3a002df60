public import Foundation

/// The body of a request.
///
/// An ``HTTPClient`` encodes the body when it builds the request. Repeated attempts send the same content. If the body
/// cannot be encoded, the request fails with ``HTTPError/Code/invalidRequest``. Descriptions do not show the content.
public struct HTTPBody: Sendable {
    /// The content of a body.
    public enum Content: Sendable, Equatable {
        /// No content.
        case none
        /// Bytes in memory.
        case data(Data)
        /// The content of a file, which is read while it is sent.
        case file(URL)
        /// Several contents, one after the other.
        case joined([Content])
    }

    /// The `Content-Type` of the body. A header of the endpoint replaces it.
    public let contentType: String?
    let encode: @Sendable () throws -> Content

    /// No body.
    public static let none = HTTPBody(contentType: nil) { .none }

    /// Returns a body with a value as JSON. Properties that are `nil` are omitted, unless the type encodes them
    /// explicitly.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: The encoder, for instance with a date format.
    public static func json(
        _ value: some Encodable & Sendable,
        encoder: JSONEncoder = JSONEncoder()
    ) -> HTTPBody {
        HTTPBody(contentType: "application/json") { .data(try encoder.encode(value)) }
    }

    /// Returns a body with form fields, as `application/x-www-form-urlencoded`.
    public static func form(_ fields: HTTPQuery) -> HTTPBody {
        HTTPBody(contentType: "application/x-www-form-urlencoded") { .data(Data(fields.form.utf8)) }
    }

    /// Returns a body with the given bytes.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(contentType: contentType) { .data(data) }
    }

    /// Returns a body with the content of a file, which is not loaded into memory.
    ///
    /// - Parameters:
    ///   - url: The URL of a regular file. The file must not change while it is sent.
    ///   - contentType: The type of the content.
    public static func file(_ url: URL, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(contentType: contentType) { .file(url) }
    }
}

extension HTTPBody.Content: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The size, without the content.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        case .joined(let contents): "\(contents.count) pieces"
        }
    }

    /// The files whose content is sent.
    var files: [URL] {
        switch self {
        case .none, .data: []
        case .file(let file): [file]
        case .joined(let contents): contents.flatMap(\.files)
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no content.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPBody: CustomReflectable {
    /// An empty mirror, so that `dump` shows no content.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

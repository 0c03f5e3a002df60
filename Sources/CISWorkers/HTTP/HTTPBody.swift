public import Foundation

/// What a request carries.
///
/// A value: it can be sent again. It is encoded when the request is built, and a value that cannot be encoded makes that
/// request ``HTTPError/Code/invalidRequest``. As text, the content is never shown.
public struct HTTPBody: Sendable {
    /// What goes out.
    public enum Content: Sendable, Equatable {
        /// Nothing.
        case none
        /// These bytes.
        case data(Data)
        /// The bytes of a file, read piece by piece while they are sent.
        case file(URL)
    }

    /// The `Content-Type` that goes with it, unless a header of the endpoint says otherwise.
    public let contentType: String?
    let encode: @Sendable () throws -> Content

    /// No body.
    public static let none = HTTPBody(contentType: nil) { .none }

    /// A value as JSON. What is `nil` in it is left out, as `Codable` does.
    ///
    /// - Parameters:
    ///   - value: Encoded each time a request is built.
    ///   - encoder: Says how dates and keys are written.
    public static func json(
        _ value: some Encodable & Sendable,
        encoder: JSONEncoder = JSONEncoder()
    ) -> HTTPBody {
        HTTPBody(contentType: "application/json") { .data(try encoder.encode(value)) }
    }

    /// Fields as a form, `application/x-www-form-urlencoded`.
    public static func form(_ fields: HTTPQuery) -> HTTPBody {
        HTTPBody(contentType: "application/x-www-form-urlencoded") { .data(Data(fields.form.utf8)) }
    }

    /// Bytes as they are.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(contentType: contentType) { .data(data) }
    }

    /// The bytes of a file, without loading them into memory.
    ///
    /// - Parameters:
    ///   - url: Of a regular file. It must not change while it is being sent.
    ///   - contentType: What is in it.
    public static func file(_ url: URL, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(contentType: contentType) { .file(url) }
    }
}

extension HTTPBody.Content: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How much there is, not what.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        }
    }

    /// How much there is, not what.
    public var debugDescription: String { description }

    /// Has no children, so that `dump` shows no content either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPBody: CustomReflectable {
    /// Has no children, so that `dump` shows no content either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

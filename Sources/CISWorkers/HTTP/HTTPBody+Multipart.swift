public import Foundation

extension HTTPBody {
    /// A part of a body in `multipart/form-data`; see ``HTTPBody/multipart(_:)``.
    public struct Part: Sendable {
        fileprivate let name: String
        fileprivate let fileName: String?
        fileprivate let contentType: String?
        fileprivate let content: Content

        /// A field of a form, as text in UTF-8.
        public static func field(_ name: String, _ value: String) -> Part {
            Part(name: name, fileName: nil, contentType: nil, content: .data(Data(value.utf8)))
        }

        /// Bytes that the server receives as a file.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - data: The content.
        ///   - fileName: The name of the file, for the server.
        ///   - contentType: The type of the content.
        public static func data(
            _ name: String, _ data: Data, fileName: String, contentType: String = "application/octet-stream"
        ) -> Part {
            Part(name: name, fileName: fileName, contentType: contentType, content: .data(data))
        }

        /// A file, which is not loaded into memory.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - url: The URL of a regular file. The file must not change while it is sent.
        ///   - fileName: The name of the file, for the server. `nil` is the last component of the URL.
        ///   - contentType: The type of the content.
        public static func file(
            _ name: String, _ url: URL, fileName: String? = nil, contentType: String = "application/octet-stream"
        ) -> Part {
            Part(
                name: name, fileName: fileName ?? url.lastPathComponent, contentType: contentType, content: .file(url))
        }
    }

    /// Returns a body in `multipart/form-data` (RFC 7578), as a form with files sends it.
    ///
    /// ```swift
    /// let body = HTTPBody.multipart([
    ///     .field("title", "Receipt"),
    ///     .file("photo", photo, contentType: "image/jpeg"),
    /// ])
    /// ```
    ///
    /// Files are read while they are sent. ``URLSessionTransport`` cannot read several files, so it first copies the body to a
    /// temporary file.
    ///
    /// Line breaks and quotation marks in names are percent-encoded, as in browsers. If a content type is not valid in a
    /// header, the request fails with ``HTTPError/Code/invalidRequest``.
    ///
    /// - Parameter parts: The parts, in the order in which they are sent. Names may occur several times.
    public static func multipart(_ parts: [Part]) -> HTTPBody {
        // Random, so that no part contains it. A repeated attempt uses the same boundary.
        let boundary = "cis-\(UUID().uuidString)"
        return HTTPBody(contentType: "multipart/form-data; boundary=\(boundary)") {
            var pieces: [Content] = []
            for part in parts {
                pieces.append(.data(Data(try part.head(after: boundary).utf8)))
                pieces.append(part.content)
                pieces.append(.data(Data("\r\n".utf8)))
            }
            return .joined(pieces + [.data(Data("--\(boundary)--\r\n".utf8))])
        }
    }
}

extension HTTPBody.Part {
    private struct InvalidContentType: Error {}

    /// Returns the boundary and the headers of the part.
    fileprivate func head(after boundary: String) throws -> String {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(name))\""
        if let fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
        if let contentType {
            guard HTTPRequest.isFieldValue(contentType) else { throw InvalidContentType() }
            head += "\r\nContent-Type: \(contentType)"
        }
        return head + "\r\n\r\n"
    }

    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"": result += "%22"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case "\0": result += "%00"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension HTTPBody.Part: CustomReflectable, CustomStringConvertible {
    /// The name of the field and the size, without the content.
    public var description: String { "\(name): \(content)" }

    /// An empty mirror, so that `dump` shows no content.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

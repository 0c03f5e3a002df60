#if os(Linux)
import Foundation

/// Parses the status and the headers of a response, line by line.
///
/// Interim responses with a status from 100 to 199 may come first; they are ignored. Trailer fields after the content are
/// ignored, too.
struct ResponseHead: Sendable {
    /// The result of a line.
    enum Step {
        case more
        /// The line was the last one of the headers.
        case complete
    }

    /// The reason why the response is invalid.
    struct Problem: Error {
        let code: HTTPError.Code
        let text: String

        static func broken(_ text: String) -> Problem { Problem(code: .connectionLost, text: text) }
    }

    private enum Place {
        case before, within, after
    }

    /// The maximum number of bytes of all lines together.
    static let maximumSize = 256 << 10

    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    private var place = Place.before
    private var size = 0
    private var latestName: String?

    /// Whether all headers were received.
    var isComplete: Bool { place == .after }

    /// The coding of the content in lower case. `nil` if it has none. Several codings are one text with commas.
    var coding: String? {
        let codings = codings(in: "Content-Encoding")
        return codings.isEmpty ? nil : codings.joined(separator: ", ")
    }

    /// The announced size of the decompressed content. `nil` if there is no content or the size is unknown.
    var length: Int64? { coding == nil ? sentLength : nil }

    /// The announced size of the content as it is sent. `nil` if there is no content or the size is unknown.
    private var sentLength: Int64? {
        guard status != 204, status != 304, hasLength else { return nil }
        return headers["Content-Length"]?.split(separator: ",").first.flatMap { Int64(String($0).trimmed) }
    }

    /// The number of bytes after which the content ends, if libcurl would wait for the end of the connection: it ignores the
    /// length beside any `Transfer-Encoding`. RFC 9112 no longer has the coding `identity`, but servers still send it, and
    /// browsers use the length beside it.
    var lengthIgnoredByCurl: Int64? { headers["Transfer-Encoding"] == nil ? nil : sentLength }

    /// Whether the length, and not a transfer coding, determines the end of the content.
    private var hasLength: Bool { codings(in: "Transfer-Encoding").isEmpty }

    /// The codings of a header in lower case, except `identity`, which changes nothing.
    private func codings(in name: String) -> [String] {
        (headers[name] ?? "").lowercased().split(separator: ",").map { String($0).trimmed }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    /// Parses the next line, including its line end.
    mutating func take(_ line: UnsafeRawBufferPointer) throws(Problem) -> Step {
        size += line.count
        guard size <= Self.maximumSize else {
            throw Problem(code: .tooLarge, text: "more than \(Self.maximumSize >> 10) KiB of headers")
        }
        guard place != .after else { return .more }
        let bytes = line.trimmed(of: [10, 13])
        // Servers send UTF-8, or Latin-1, as HTTP once said. Each byte is a valid character of Latin-1.
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        switch place {
        case .before:
            try begin(text)
        case .within where text.isEmpty:
            try end()
        default:
            try add(text)
        }
        return isComplete ? .complete : .more
    }

    private mutating func begin(_ line: String) throws(Problem) {
        let words = line.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), words[1].utf8.count == 3, let status = Int(words[1]) else {
            throw .broken("the status is not a number of three digits")
        }
        self.status = status
        headers = HTTPHeaders()
        latestName = nil
        place = .within
    }

    private mutating func end() throws(Problem) {
        guard !(100...199).contains(status) else {
            place = .before
            return
        }
        // If the length of a response is ambiguous, it is also unknown where the next response begins.
        if hasLength, let said = headers["Content-Length"] {
            let lengths = Set(said.split(separator: ",").map { String($0).trimmed })
            guard lengths.count == 1, let length = lengths.first, length.utf8.allSatisfy({ (48...57).contains($0) }),
                Int64(length) != nil
            else { throw .broken("the length is not a number") }
        }
        place = .after
    }

    private mutating func add(_ line: String) throws(Problem) {
        if let latestName, line.hasPrefix(" ") || line.hasPrefix("\t") {
            // A long value may continue on another line.
            headers.continueValue(of: latestName, with: line)
            return
        }
        guard let colon = line.utf8.firstIndex(of: 58) else { throw .broken("a header has no colon") }
        let name = String(line[..<colon]).trimmed
        guard !name.isEmpty else { throw .broken("a header has no name") }
        headers.append(name, String(line[colon...].dropFirst()))
        latestName = name
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes without the given bytes at the end.
    fileprivate func trimmed(of bytes: [UInt8]) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[..<(lastIndex { !bytes.contains($0) }.map { $0 + 1 } ?? 0)])
    }
}

extension String {
    /// The text without blanks at its ends.
    fileprivate var trimmed: String { trimmingCharacters(in: CharacterSet(charactersIn: " \t")) }
}
#endif

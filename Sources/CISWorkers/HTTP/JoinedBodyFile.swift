import Foundation

/// A temporary file with a body that consists of several contents. It is removed with this object.
final class JoinedBodyFile: Sendable {
    let url: URL

    /// Writes the file, of which only a small piece is in memory at any time.
    init(_ contents: [HTTPBody.Content], of request: HTTPRequest) throws(HTTPError) {
        url = FileManager.default.temporaryDirectory.appending(path: "cis-\(UUID().uuidString).upload")
        do {
            // Only the owner can read what may be a secret.
            guard
                FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
            let file = try FileHandle(forWritingTo: url)
            defer { try? file.close() }
            for content in contents { try Self.append(content, to: file) }
        } catch is CancellationError {
            throw HTTPError(.cancelled, request: request)
        } catch {
            throw HTTPError(
                .invalidRequest, request: request,
                reason: "the parts of the body cannot be copied to a temporary file (\((error as NSError).code))")
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    private static func append(_ content: HTTPBody.Content, to file: FileHandle) throws {
        switch content {
        case .none: break
        case .data(let data): try file.write(contentsOf: data)
        case .joined(let contents): for content in contents { try append(content, to: file) }
        case .file(let url):
            let source = try FileHandle(forReadingFrom: url)
            defer { try? source.close() }
            while let piece = try source.read(upToCount: 256 << 10), !piece.isEmpty {
                try Task.checkCancellation()
                try file.write(contentsOf: piece)
            }
        }
    }
}

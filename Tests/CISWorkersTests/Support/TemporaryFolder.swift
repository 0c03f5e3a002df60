import Foundation

/// A folder that is removed with its last user.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "cis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// A file or folder inside.
    func callAsFunction(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

    deinit { try? FileManager.default.removeItem(at: url) }
}

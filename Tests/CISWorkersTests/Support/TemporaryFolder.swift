import Foundation

/// A temporary folder, which is removed when it is released.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "cis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Returns the URL of a file or folder inside.
    func callAsFunction(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

    deinit { try? FileManager.default.removeItem(at: url) }
}

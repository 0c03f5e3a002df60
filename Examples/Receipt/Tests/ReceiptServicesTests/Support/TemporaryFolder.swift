import Foundation

/// A folder for one test, with a blank and non-ASCII letters in its name. It is removed when this object is released.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let name = "영수증 folder \(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appending(path: name).path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func callAsFunction(_ name: String) -> String {
        "\(path)/\(name)"
    }

    func write(_ bytes: [UInt8], as name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: self(name)))
        return self(name)
    }

    /// Returns all files in the folder and below, with their content, except for the lock.
    func files(in folder: String = "") throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: self(folder)) where !name.hasSuffix(".lock") {
            let url = URL(filePath: self(folder)).appending(path: name)
            if let data = try? Data(contentsOf: url) { files[name] = [UInt8](data) }
        }
        return files
    }
}

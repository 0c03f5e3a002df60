internal import CIS
public import Foundation

/// A ``FileWorker`` that keeps files in memory, for tests and previews.
///
/// ``FileInfo/modified`` does not depend on a clock: the first write to any file gets the date one second after the
/// beginning of 1970, the second write two seconds, and so on.
public final class MemoryFiles: FileWorker {
    private struct Entry: Sendable {
        var data: Data
        var access: FileAccess
        var change: Int
    }

    private struct Content: Sendable {
        var entries: [String: Entry] = [:]
        var changes = 0

        mutating func put(_ data: Data, _ access: FileAccess, at path: String) {
            changes += 1
            entries[path] = Entry(data: data, access: access, change: changes)
        }
    }

    private let content = LockedValue(Content())

    /// Creates an empty file system.
    public init() {}

    /// Reads a file. Returns `nil` if it does not exist.
    public func read(_ file: URL) -> Data? {
        let path = path(of: file)
        return content.withLock { $0.entries[path]?.data }
    }

    /// Replaces a file, or creates it.
    public func replace(_ file: URL, with data: Data, access: FileAccess?, durability: Durability) {
        let path = path(of: file)
        content.withLock { $0.put(data, access ?? $0.entries[path]?.access ?? .standard, at: path) }
    }

    /// Replaces a file if it still has the expected content.
    public func replace(
        _ file: URL, ifStill old: Data?, with data: Data, access: FileAccess?, durability: Durability
    ) -> Bool {
        let path = path(of: file)
        return content.withLock { content in
            let entry = content.entries[path]
            guard entry?.data == old else { return false }
            content.put(data, access ?? entry?.access ?? .standard, at: path)
            return true
        }
    }

    /// Appends bytes to a file.
    public func append(_ data: Data, to file: URL, access: FileAccess) {
        let path = path(of: file)
        content.withLock { content in
            let old = content.entries[path]
            content.put((old?.data ?? Data()) + data, old?.access ?? access, at: path)
        }
    }

    /// Renames a file.
    public func move(_ file: URL, to target: URL) {
        let path = path(of: file)
        let targetPath = self.path(of: target)
        content.withLock { content in
            if let entry = content.entries.removeValue(forKey: path) { content.entries[targetPath] = entry }
        }
    }

    /// Removes a file. Returns whether it existed.
    @discardableResult
    public func remove(_ file: URL) -> Bool {
        let path = path(of: file)
        return content.withLock { $0.entries.removeValue(forKey: path) != nil }
    }

    /// Returns information about a file, or `nil` if it does not exist.
    public func info(_ file: URL) -> FileInfo? {
        let path = path(of: file)
        return content.withLock { $0.entries[path] }.map { Self.info(path, $0) }
    }

    /// Lists the files in a folder, sorted by name.
    public func list(_ folder: URL) -> [FileInfo] {
        let path = path(of: folder)
        let entries = content.withLock {
            $0.entries.filter { URL(filePath: $0.key).deletingLastPathComponent().path == path }
        }
        return entries.sorted { $0.key < $1.key }.map { Self.info($0.key, $0.value) }
    }

    /// Does nothing: there are no temporary files.
    public func removeLeftovers(in folder: URL) {}

    private func path(of file: URL) -> String { file.standardizedFileURL.path }

    private static func info(_ path: String, _ entry: Entry) -> FileInfo {
        FileInfo(
            file: URL(filePath: path), size: entry.data.count,
            modified: Date(timeIntervalSince1970: Double(entry.change)), isOwnerOnly: entry.access == .ownerOnly)
    }
}

import Foundation

/// A folder that stands for the server and the photo library. See the README for the layout.
///
/// A file appears under its name complete or not at all: it is written under a temporary name in the same folder, brought
/// to the disk, and then renamed. If the process dies in between, the temporary file stays and is removed when the store
/// is next opened while no other process uses it.
package final class ReceiptFolder: Sendable {
    /// The parts of the store; the raw value is the name of the folder.
    package enum Part: String, Sendable, CaseIterable {
        /// The uploaded bytes, one file per object key.
        case objects
        /// The quotation requests, one JSON file each.
        case quotations
        /// What the camera took.
        case photos
    }

    /// As the user gave it.
    package let path: String
    private let fileSystem: any FileSystem
    private let makeUUID: @Sendable () -> String
    // No `Mutex`: on Linux the thread sanitizer does not know that one, and reports races that are none when two threads meet
    // there.
    private let lock = NSLock()
    /// Guarded by `lock`.
    private nonisolated(unsafe) var lockState = LockState.notTaken

    /// Taken once and for all: whoever takes it again later could remove a file that is being written.
    private enum LockState { case notTaken, taken(FolderLock?) }

    static let temporaryPrefix = ".tmp-"

    /// Removes what a crash may have left behind. Makes nothing: a store that is never written to leaves no trace.
    package init(
        _ path: String,
        fileSystem: any FileSystem = POSIXFileSystem(),
        makeUUID: @escaping @Sendable () -> String
    ) {
        self.path = path
        self.fileSystem = fileSystem
        self.makeUUID = makeUUID
        if !leftovers().isEmpty { takeLock() }
    }

    /// Where a file of this name is or would be.
    package func path(of name: String, in part: Part) -> String {
        "\(path(of: part))/\(name)"
    }

    private func path(of part: Part) -> String {
        path.hasSuffix("/") ? "\(path)\(part.rawValue)" : "\(path)/\(part.rawValue)"
    }

    /// Writes a file whole or not at all, replacing one of the same name.
    ///
    /// - Returns: its path.
    @discardableResult
    package func write(_ bytes: [UInt8], as name: String, in part: Part) throws(StoreError) -> String {
        let folder = path(of: part)
        let temporary = "\(folder)/\(Self.temporaryPrefix)\(makeUUID())"
        let final = path(of: name, in: part)
        do throws(SystemError) {
            try fileSystem.makeFolder(path)
            takeLock()
            try fileSystem.makeFolder(folder)
            do throws(SystemError) {
                try fileSystem.writeNew(temporary, bytes)
                try fileSystem.rename(temporary, to: final)
            } catch {
                try? fileSystem.remove(temporary)
                throw SystemError(error.operation, final, code: error.code)  // the user knows this name only
            }
            try fileSystem.syncFolder(folder)
        } catch {
            throw StoreError(.system(error))
        }
        return final
    }

    /// Without a lock (on a file system that has none, say) everything works but the removal of leftovers.
    private func takeLock() {
        lock.withLock {
            guard case .notTaken = lockState else { return }
            lockState = .taken(FolderLock("\(path)/.lock", whenAlone: removeLeftovers))
        }
    }

    private func removeLeftovers() {
        for leftover in leftovers() {
            try? fileSystem.remove(leftover)
        }
    }

    private func leftovers() -> [String] {
        Part.allCases.flatMap { part in
            let names = (try? fileSystem.names(in: path(of: part))) ?? []
            return names.filter { $0.hasPrefix(Self.temporaryPrefix) }.map { path(of: $0, in: part) }
        }
    }
}

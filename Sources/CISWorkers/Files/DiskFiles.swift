public import Foundation

/// A ``FileWorker`` for the file system.
///
/// ``replace(_:with:access:durability:)`` writes the bytes to a temporary file in the same folder, waits until they are
/// on disk, renames the file, and waits until the new name is on disk. With ``Durability/buffered`` it does not wait
/// for the disk. Calls for the same file, in any process, wait for each other. If a process is killed during a call,
/// the temporary file, `.name.partial`, may remain; the next call for the same file removes it. If another user has left
/// it, and it can be neither locked nor removed, another name is used, and that user's calls do not wait. Another name is also
/// used beside a folder, a pipe or a device with this name. On a file system without locks (`flock`), replacing a file is an
/// error, because without them changes of other processes would be lost.
///
/// A file that keeps its permissions also keeps its owner and its group, as far as the system permits that: root can keep
/// both, other users a group that they are in. Otherwise it belongs to the user of this process, without the permissions
/// that only the other owner or group may have.
///
/// **Links.** All functions except ``remove(_:)`` follow symbolic links, for writing as for reading: the target of a link
/// is replaced or moved, and the link stays. A pipe, a device or a socket is never replaced.
///
/// Errors contain the path of the file, but never its content.
public struct DiskFiles: FileWorker {
    let driver: any FileDriver

    /// Creates a worker for the file system.
    public init() {
        self.init(driver: SystemFileDriver())
    }

    /// Creates a worker that uses another file system, for tests.
    package init(driver: any FileDriver) {
        self.driver = driver
    }

    /// Reads a file. Returns `nil` if it does not exist.
    public func read(_ file: URL) throws(StorageError) -> Data? {
        let path = try path(of: file)
        return try reporting(.reading, path) { () throws(SystemError) in try driver.read(path) }.map { Data($0) }
    }

    /// Appends bytes to a file. If the disk has room for the bytes, they are written with one system call.
    public func append(_ data: Data, to file: URL, access: FileAccess) throws(StorageError) {
        let path = try path(of: file)
        try makeFolders(for: file, access)
        try reporting(.writing, path) { () throws(SystemError) in
            let descriptor = try driver.openAtEnd(path, mode: access.fileMode)
            do throws(SystemError) {
                try writeAll(data, to: descriptor)
            } catch {
                try? driver.close(descriptor)
                throw error
            }
            try driver.close(descriptor)
        }
    }

    /// Renames a file in one step.
    public func move(_ file: URL, to target: URL) throws(StorageError) {
        let path = try path(of: file)
        let targetPath = try self.path(of: target)
        try reporting(.writing, path) { () throws(SystemError) in
            let path = try followed(path)
            guard try driver.status(path) != nil else { return }
            let targetPath = try followed(targetPath)
            if try driver.status(targetPath)?.kind == .other { throw .notAFile }
            try driver.rename(path, to: targetPath)
        }
    }

    /// Removes a file. Returns whether it existed.
    @discardableResult
    public func remove(_ file: URL) throws(StorageError) -> Bool {
        let path = try path(of: file)
        return try reporting(.writing, path) { () throws(SystemError) in
            guard try driver.status(path) != nil else { return false }
            try driver.unlink(path)
            return true
        }
    }

    /// Returns information about a file, or `nil` if it does not exist or is a folder. The size and the time of a link are
    /// those of its target; a link is no regular file.
    public func info(_ file: URL) throws(StorageError) -> FileInfo? {
        let path = try path(of: file)
        let status = try reporting(.reading, path) { () throws(SystemError) -> FileStatus? in
            guard var status = try driver.status(path), status.kind == .link else { return try driver.status(path) }
            let target = try driver.status(try followed(path))
            (status.size, status.modified) = (target?.size ?? 0, target?.modified ?? status.modified)
            return status
        }
        guard let status, status.kind != .folder else { return nil }
        return FileInfo(file, status)
    }

    /// Lists the files in a folder, sorted by name.
    public func list(_ folder: URL) throws(StorageError) -> [FileInfo] {
        let path = try path(of: folder)
        return try reporting(.reading, path) { () throws(SystemError) in
            var found: [FileInfo] = []
            for name in try driver.names(in: path).sorted() where !isPartial(name) {
                let file = folder.appending(path: name, directoryHint: .notDirectory)
                // The file may have been removed since its folder was listed.
                guard let status = try driver.status(file.path(percentEncoded: false)), status.kind == .file else {
                    continue
                }
                found.append(FileInfo(file, status))
            }
            return found
        }
    }

    /// Removes the temporary files that killed writers have left in a folder.
    public func removeLeftovers(in folder: URL) throws(StorageError) {
        let path = try path(of: folder)
        try reporting(.writing, path) { () throws(SystemError) in
            for name in try driver.names(in: path) where isPartial(name) {
                do throws(SystemError) {
                    try driver.unlinkIfAbandoned(path + "/" + name)
                } catch {
                    // That of another user stays.
                    if !error.isAboutRights { throw error }
                }
            }
        }
    }
}

extension FileInfo {
    fileprivate init(_ file: URL, _ status: FileStatus) {
        self.init(
            file: file, size: status.size, modified: Date(timeIntervalSince1970: status.modified),
            isOwnerOnly: status.kind == .file && status.mode & 0o077 == 0 && status.owner == systemUser(),
            isRegular: status.kind == .file, isOwned: status.owner == systemUser())
    }
}

public import Foundation

/// The file system, as a ``FileWorker``.
///
/// ``replace(_:with:access:durability:)`` writes the bytes to a file of another name in the same folder, waits until
/// the disk has them, gives that file the name, and waits until the disk has that too. Writers of one file, in whatever
/// process, wait for each other. A writer that is killed may leave its unfinished file, `.name.partial`; the next
/// writer removes it.
///
/// The errors name the file. They never contain any of its bytes.
public struct DiskFiles: FileWorker {
    let driver: any FileDriver

    /// Makes a worker for the file system.
    public init() {
        self.init(driver: SystemFileDriver())
    }

    /// Makes a worker for what a test has in place of the file system.
    package init(driver: any FileDriver) {
        self.driver = driver
    }

    /// The bytes of a file, `nil` if there is none.
    public func read(_ file: URL) throws(StorageError) -> Data? {
        let path = try path(of: file)
        return try reporting(.reading, path) { () throws(SystemError) in try driver.read(path) }.map { Data($0) }
    }

    /// Writes bytes behind the last one of a file, in one system call where the disk has room.
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

    /// Gives a file another name, in one step.
    public func move(_ file: URL, to target: URL) throws(StorageError) {
        let path = try path(of: file)
        let targetPath = try self.path(of: target)
        try reporting(.writing, path) { () throws(SystemError) in
            guard try driver.status(path) != nil else { return }
            try driver.rename(path, to: targetPath)
        }
    }

    /// Removes a file, and returns whether there was one.
    @discardableResult
    public func remove(_ file: URL) throws(StorageError) -> Bool {
        let path = try path(of: file)
        return try reporting(.writing, path) { () throws(SystemError) in
            guard try driver.status(path) != nil else { return false }
            try driver.unlink(path)
            return true
        }
    }

    /// What is known of a file, `nil` if there is none.
    public func info(_ file: URL) throws(StorageError) -> FileInfo? {
        let path = try path(of: file)
        let status = try reporting(.reading, path) { () throws(SystemError) in try driver.status(path) }
        guard let status, status.kind != .folder else { return nil }
        return FileInfo(file, status)
    }

    /// The files directly inside a folder, by name.
    public func list(_ folder: URL) throws(StorageError) -> [FileInfo] {
        let path = try path(of: folder)
        return try reporting(.reading, path) { () throws(SystemError) in
            var found: [FileInfo] = []
            for name in try driver.names(in: path).sorted() where !isPartial(name) {
                let file = folder.appending(path: name, directoryHint: .notDirectory)
                // Between the two calls another process may remove it.
                guard let status = try driver.status(file.path(percentEncoded: false)), status.kind == .file else {
                    continue
                }
                found.append(FileInfo(file, status))
            }
            return found
        }
    }

    /// Removes what writers that have died have left in a folder.
    public func removeLeftovers(in folder: URL) throws(StorageError) {
        let path = try path(of: folder)
        try reporting(.writing, path) { () throws(SystemError) in
            for name in try driver.names(in: path) where isPartial(name) {
                try driver.unlinkIfAbandoned(path + "/" + name)
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

public import Foundation

extension DiskFiles {
    /// Replaces a file in one step. ``DiskFiles`` describes how.
    public func replace(
        _ file: URL, with data: Data, access: FileAccess?, durability: Durability
    ) throws(StorageError) {
        try replace(file, with: data, access, durability) { () throws(SystemError) in true }
    }

    /// Replaces a file in one step if it still has the expected bytes. Calls of `replace` for the same file, in any
    /// process, wait for each other.
    public func replace(
        _ file: URL, ifStill old: Data?, with data: Data, access: FileAccess?, durability: Durability
    ) throws(StorageError) -> Bool {
        let path = try path(of: file)
        return try replace(file, with: data, access, durability) { () throws(SystemError) in
            try driver.read(path).map { Data($0) } == old
        }
    }

    /// Replaces a file if a condition holds. No other call of `replace` can change the file between the check and the
    /// replacement.
    @discardableResult
    private func replace(
        _ file: URL, with data: Data, _ access: FileAccess?, _ durability: Durability,
        if isWanted: () throws(SystemError) -> Bool
    ) throws(StorageError) -> Bool {
        let named = try path(of: file)
        let path = try reporting(.writing, named) { () throws(SystemError) in try followed(named) }
        try makeFolders(above: path, access ?? .standard)
        return try reporting(.writing, path) { () throws(SystemError) in
            let found = try driver.status(path)
            // Renaming would remove a pipe or a device that is at the path.
            if found?.kind == .other { throw .notAFile }
            let kept = access == nil && found?.kind == .file ? found : nil
            let mode = kept == nil ? (access ?? .standard).fileMode : 0o600
            let (partial, descriptor) = try createPartial(for: path, mode: mode)
            do throws(SystemError) {
                if let kept { try keep(kept, of: descriptor) }
                guard try isWanted() else {
                    try? driver.unlink(partial)
                    try? driver.close(descriptor)
                    return false
                }
                try writeAll(data, to: descriptor)
                if durability == .synced { try driver.synchronize(descriptor) }
                // The file is renamed before it is closed: once it is closed, another writer may remove it as
                // abandoned.
                try driver.rename(partial, to: path)
            } catch {
                try? driver.unlink(partial)
                try? driver.close(descriptor)
                throw error
            }
            try driver.close(descriptor)
            if durability == .synced { try driver.synchronizeFolder(folder(of: path)) }
            return true
        }
    }

    /// Gives a new file the owner, the group and the permissions of the file that it replaces. Permissions that are meant for
    /// an owner or a group that the file cannot get are left out.
    func keep(_ old: FileStatus, of descriptor: Int32) throws(SystemError) {
        var mode = old.mode
        if !driver.setOwner(nil, old.group, of: descriptor) {
            // The set-group-ID bit; and another group may do no more than everyone.
            mode &= ~0o2070 | (mode << 3 & 0o070)
        }
        try driver.setMode(mode & 0o1777, of: descriptor)
        // The owner comes last: a process that gives a file away may no longer set its permissions.
        if !driver.setOwner(old.owner, nil, of: descriptor) { mode &= ~0o4000 }
        // With the owner, the system has removed these bits.
        if mode & 0o6000 != 0 { try? driver.setMode(mode, of: descriptor) }
    }

    /// Creates the temporary file for the new bytes of a file, and waits for other writers of the file.
    private func createPartial(
        for path: String, mode: UInt32
    ) throws(SystemError) -> (path: String, descriptor: Int32) {
        let shared = partialPath(for: path)
        do {
            return (shared, try driver.create(shared, mode: mode))
        } catch {
            // Something that no writer has made. Or another user's file: if it can be neither locked nor removed, its writer may
            // still be running.
            if error != .notAFile {
                guard error.isAboutRights, let found = try driver.status(shared), found.owner != systemUser() else {
                    throw error
                }
            }
            let own = partialPath(for: path, of: systemUser())
            return (own, try driver.create(own, mode: mode))
        }
    }

    /// Follows the symbolic links at the end of a path. The system itself follows those before.
    func followed(_ path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<40 {
            guard try driver.status(path)?.kind == .link else { return path }
            let target = try driver.target(ofLink: path)
            path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
        }
        throw .tooManyLinks
    }

    /// Writes all bytes, in as many system calls as needed.
    func writeAll(_ data: Data, to descriptor: Int32) throws(SystemError) {
        let result = data.withUnsafeBytes { bytes -> Result<Void, SystemError> in
            var rest = bytes[...]
            do throws(SystemError) {
                while !rest.isEmpty {
                    let count = try driver.write(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
                    rest = rest.dropFirst(count)
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Creates the missing folders above a file, starting with the outermost.
    func makeFolders(for file: URL, _ access: FileAccess) throws(StorageError) {
        try makeFolders(above: try path(of: file), access)
    }

    private func makeFolders(above path: String, _ access: FileAccess) throws(StorageError) {
        let path = folder(of: path)
        try reporting(.writing, path) { () throws(SystemError) in
            var missing: [String] = []
            var next = path
            while try driver.status(next) == nil, next != folder(of: next) {
                missing.append(next)
                next = folder(of: next)
            }
            for path in missing.reversed() {
                try driver.makeFolder(path, mode: access.folderMode)
                try driver.synchronizeFolder(folder(of: path))
            }
        }
    }
}

extension DiskFiles {
    /// Returns the path of a file URL.
    func path(of file: URL) throws(StorageError) -> String {
        let path = file.standardizedFileURL.path(percentEncoded: false)
        // The system reads a path only up to its first zero byte, so a path with a zero byte would name another file.
        guard file.isFileURL, !path.isEmpty, !file.path(percentEncoded: true).contains("%00") else {
            throw StorageError(.unusablePath, file: file.absoluteString)
        }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Returns the path of the parent folder.
    func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the path of the temporary file for the new bytes of a file. It is in the same folder as the file. All
    /// writers of the file use the same path.
    private func partialPath(for path: String, of user: UInt32? = nil) -> String {
        let folder = folder(of: path)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        // File names are limited to 255 bytes.
        let short = name.utf8.count <= 200 ? name : String(CRC64.checksum(Array(name.utf8)), radix: 16)
        return (folder == "/" ? "" : folder) + "/." + short + (user.map { ".\($0)" } ?? "") + Self.partialSuffix
    }

    func isPartial(_ name: String) -> Bool { name.hasPrefix(".") && name.hasSuffix(Self.partialSuffix) }

    private static let partialSuffix = ".partial"

    /// Makes system calls. Throws their errors as a ``StorageError`` with the path.
    func reporting<Result>(
        _ step: StorageError.Step, _ path: String, _ calls: () throws(SystemError) -> Result
    ) throws(StorageError) -> Result {
        do {
            return try calls()
        } catch {
            throw StorageError(error, step, file: path)
        }
    }
}

extension FileAccess {
    var fileMode: UInt32 { self == .ownerOnly ? 0o600 : 0o666 }
    var folderMode: UInt32 { self == .ownerOnly ? 0o700 : 0o777 }
}

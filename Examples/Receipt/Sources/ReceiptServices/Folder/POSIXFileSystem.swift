import Foundation

/// The real file system.
package struct POSIXFileSystem: FileSystem {
    /// It has no state.
    package init() {}

    package func makeFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o777) == 0 { return }
        let code = errno
        if code == ENOENT, let parent = Self.parent(of: path) {
            try makeFolder(parent)
            if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
            throw SystemError("make the folder", path, code: errno)
        }
        guard code == EEXIST else { throw SystemError("make the folder", path, code: code) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw SystemError("use as a folder", path, code: ENOTDIR)
        }
    }

    /// Nil at the top, which ends the recursion.
    private static func parent(of path: String) -> String? {
        var parent = path[...]
        while parent.last == "/" { parent.removeLast() }
        guard let slash = parent.lastIndex(of: "/"), slash > parent.startIndex else { return nil }
        return String(parent[..<slash])
    }

    package func writeNew(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemError("write", path, code: errno) }
        do throws(SystemError) {
            try Self.write(bytes, to: descriptor, path)
            guard fsync(descriptor) == 0 else { throw SystemError("write", path, code: errno) }
        } catch {
            close(descriptor)
            throw error
        }
        // Some file systems tell of a full disk only here.
        guard close(descriptor) == 0 else { throw SystemError("write", path, code: errno) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError("write", path, code: errno)
            }
            done += count
        }
    }

    package func rename(_ path: String, to newPath: String) throws(SystemError) {
        guard Foundation.rename(path, newPath) == 0 else { throw SystemError("write", newPath, code: errno) }
    }

    package func syncFolder(_ path: String) throws(SystemError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("write to", path, code: errno) }
        defer { close(descriptor) }
        // EINVAL: this file system has no such notion, and nothing is left to wait for.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError("write to", path, code: errno) }
    }

    package func remove(_ path: String) throws(SystemError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("remove", path, code: errno) }
    }

    package func names(in path: String) throws(SystemError) -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOENT { return [] }
            throw SystemError("list", path, code: errno)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

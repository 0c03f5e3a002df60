import Foundation

extension SystemFileDriver {
    package func target(ofLink path: String) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try repeating { readlink(path, &bytes, bytes.count) }
        // With a replacement character, the path would lead to another file.
        guard let target = String(validating: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) else {
            throw SystemError(EILSEQ)
        }
        return target
    }

    package func status(_ path: String) throws(SystemError) -> FileStatus? {
        var found = stat()
        do {
            _ = try repeating { lstat(path, &found) }
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return nil }
            throw error
        }
        let kind: FileStatus.Kind =
            switch UInt32(found.st_mode) & UInt32(S_IFMT) {
            case UInt32(S_IFREG): .file
            case UInt32(S_IFDIR): .folder
            case UInt32(S_IFLNK): .link
            default: .other
            }
        #if canImport(Darwin)
        let time = found.st_mtimespec
        #else
        let time = found.st_mtim
        #endif
        return FileStatus(
            kind: kind, mode: UInt32(found.st_mode) & 0o7777, owner: found.st_uid, group: found.st_gid,
            size: Int(found.st_size), modified: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000)
    }

    package func read(_ path: String) throws(SystemError) -> [UInt8]? {
        let descriptor: Int32
        do {
            // With `O_NONBLOCK`, opening a pipe does not wait for a writer.
            descriptor = try repeating { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return nil }
            throw error
        }
        defer { _ = systemClose(descriptor) }
        var found = stat()
        _ = try repeating { fstat(descriptor, &found) }
        // A folder passes this check; reading it fails below.
        let kind = UInt32(found.st_mode) & UInt32(S_IFMT)
        guard kind == UInt32(S_IFREG) || kind == UInt32(S_IFDIR) else { throw .notAFile }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(found.st_size))
        var chunk = [UInt8](repeating: 0, count: min(max(Int(found.st_size), 1) + 1, 1 << 16))
        while true {
            let count = try repeating { chunk.withUnsafeMutableBytes { systemRead(descriptor, $0) } }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    package func names(in path: String) throws(SystemError) -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOENT { return [] }
            throw SystemError(errno)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

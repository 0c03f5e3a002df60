import Foundation

/// The file system of the machine.
package struct DiskFiles: FileSystem {
    package init() {}

    package func read(_ path: String) throws -> String {
        let data = try Data(contentsOf: URL(filePath: path))
        let text = try require(
            String(validating: data, as: UTF8.self), "\(path) is not UTF-8 text.",
            remedy: "Save it as UTF-8, or leave it out.")
        return text
    }

    package func create(_ path: String, containing text: String) throws {
        // Exclusive: a file that another process has created is neither overwritten nor, after a failure, removed.
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o666)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
        } catch {
            unlink(path)
            throw error
        }
    }

    package func replace(_ path: String, containing text: String) throws {
        // A link stays a link.
        try Data(text.utf8).write(to: URL(filePath: resolved(path)), options: .atomic)
    }

    package func isWritable(_ path: String) -> Bool {
        let mode = (try? FileManager.default.attributesOfItem(atPath: resolved(path)))?[.posixPermissions] as? Int
        // The super user may write every file. A file without any write bit should stay unchanged.
        return access(path, W_OK) == 0 && mode.map { $0 & 0o222 != 0 } ?? true
    }

    package func createDirectory(_ path: String) throws {
        guard mkdir(path, 0o777) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    package func remove(_ path: String) throws {
        // Both calls refuse a directory with content.
        guard unlink(path) != 0, rmdir(path) != 0 else { return }
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }

    package func kind(of path: String) -> FileKind {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
            return isDirectory.boolValue ? .directory : .file
        }
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
        return isLink ? .brokenLink : .nothing
    }

    package func names(in directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()) ?? []
    }

    package func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

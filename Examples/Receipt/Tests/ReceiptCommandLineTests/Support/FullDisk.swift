import Foundation
import ReceiptServices

/// A file system on which there is no room in one of the folders.
struct FullDisk: FileSystem {
    private let real = POSIXFileSystem()
    let folder: String

    func makeFolder(_ path: String) throws(SystemError) { try real.makeFolder(path) }
    func rename(_ path: String, to newPath: String) throws(SystemError) { try real.rename(path, to: newPath) }
    func syncFolder(_ path: String) throws(SystemError) { try real.syncFolder(path) }
    func remove(_ path: String) throws(SystemError) { try real.remove(path) }
    func names(in path: String) throws(SystemError) -> [String] { try real.names(in: path) }

    func writeNew(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        if path.contains("/\(folder)/") { throw SystemError("write", path, code: ENOSPC) }
        try real.writeNew(path, bytes)
    }
}

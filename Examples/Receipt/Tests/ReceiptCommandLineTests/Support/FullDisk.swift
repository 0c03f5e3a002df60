import CISWorkers
import Foundation

/// A disk that has no space for files in one of the folders.
struct FullDisk: FileWorker {
    private let real = DiskFiles()
    let folder: String

    func replace(_ file: URL, with data: Data, access: FileAccess?, durability: Durability) throws(StorageError) {
        let path = file.path(percentEncoded: false)
        if path.contains("/\(folder)/") { throw StorageError(.noSpace, in: path, reason: "No space left on device") }
        try real.replace(file, with: data, access: access, durability: durability)
    }

    func read(_ file: URL) throws(StorageError) -> Data? { try real.read(file) }
    func append(_ data: Data, to file: URL, access: FileAccess) throws(StorageError) {
        try real.append(data, to: file, access: access)
    }
    func move(_ file: URL, to target: URL) throws(StorageError) { try real.move(file, to: target) }
    func remove(_ file: URL) throws(StorageError) -> Bool { try real.remove(file) }
    func info(_ file: URL) throws(StorageError) -> FileInfo? { try real.info(file) }
    func list(_ folder: URL) throws(StorageError) -> [FileInfo] { try real.list(folder) }
    func removeLeftovers(in folder: URL) throws(StorageError) { try real.removeLeftovers(in: folder) }
}

import CIS
import CISWorkers
import Foundation
import Testing

/// A disk that fails after it has worked.
extension `A disk cache` {
    /// Files of which none can be replaced any more once it has failed.
    private final class FailingFiles: FileWorker {
        let files = MemoryFiles()
        let hasFailed = LockedValue(false)

        func read(_ file: URL) throws(StorageError) -> Data? { files.read(file) }
        func replace(
            _ file: URL, with data: Data, access: FileAccess?, durability: Durability
        ) throws(StorageError) {
            if hasFailed.withLock({ $0 }) { throw StorageError(.noSpace, in: "the disk") }
            files.replace(file, with: data, access: access, durability: durability)
        }
        func append(_ data: Data, to file: URL, access: FileAccess) throws(StorageError) {
            files.append(data, to: file, access: access)
        }
        func move(_ file: URL, to target: URL) throws(StorageError) { files.move(file, to: target) }
        func remove(_ file: URL) throws(StorageError) -> Bool { files.remove(file) }
        func info(_ file: URL) throws(StorageError) -> FileInfo? { files.info(file) }
        func list(_ folder: URL) throws(StorageError) -> [FileInfo] { files.list(folder) }
        func removeLeftovers(in folder: URL) throws(StorageError) {}
    }

    @Test func `an entry that cannot be replaced is removed, so that the old one does not come back`() async throws {
        let files = FailingFiles()
        let folder = URL(filePath: "/cache")
        let cache = DiskCache(folder, maximumBytes: 10_000, files: files)
        try await cache.store(Data([1]), for: "a")
        files.hasFailed.withLock { $0 = true }
        await #expect(throws: StorageError.self) { try await cache.store(Data([2]), for: "a") }
        #expect(await cache.data(for: "a") == nil)
        #expect(await DiskCache(folder, maximumBytes: 10_000, files: files).data(for: "a") == nil)
    }
}

import CIS
import CISWorkers
import Foundation
import Testing

/// Who may read a saved value.
extension `Snapshots` {
    @Test func `a file that others may read stays as it is when a value is saved again`() async throws {
        let files = MemoryFiles()
        let file = URL(filePath: "/drafts/shared")
        let store = SnapshotStore<[Int]>(file, files: files)
        try await store.save([1])
        #expect(files.info(file)?.isOwnerOnly == true)
        files.replace(file, with: try #require(files.read(file)), access: .standard, durability: .synced)
        try await store.save([2])
        #expect(files.info(file)?.isOwnerOnly == false)
        #expect(try await store.load() == [2])
    }

    /// Files of which another program removes one as soon as it was read.
    private final class VanishingFiles: FileWorker {
        let files = MemoryFiles()
        let vanishes = LockedValue(false)

        func read(_ file: URL) throws(StorageError) -> Data? {
            let vanishes = vanishes.withLock { vanishes in
                defer { vanishes = false }
                return vanishes
            }
            defer { if vanishes { files.remove(file) } }
            return files.read(file)
        }
        func replace(_ file: URL, with data: Data, access: FileAccess?, durability: Durability) throws(StorageError) {
            files.replace(file, with: data, access: access, durability: durability)
        }
        func append(_ data: Data, to file: URL, access: FileAccess) throws(StorageError) {}
        func move(_ file: URL, to target: URL) throws(StorageError) {}
        func remove(_ file: URL) throws(StorageError) -> Bool { files.remove(file) }
        func info(_ file: URL) throws(StorageError) -> FileInfo? { files.info(file) }
        func list(_ folder: URL) throws(StorageError) -> [FileInfo] { [] }
        func removeLeftovers(in folder: URL) throws(StorageError) {}
    }

    @Test func `a file that disappears while it is written is private when it is there again`() async throws {
        let files = VanishingFiles()
        let snapshots = SnapshotStore<[Int]>(URL(filePath: "/draft"), files: files)
        let values = FileStore(URL(filePath: "/settings"), files: files)
        try await snapshots.save([1])
        try await values.set(1, for: StorageKey<Int>("key"))
        files.vanishes.withLock { $0 = true }
        try await snapshots.save([2])
        files.vanishes.withLock { $0 = true }
        try await values.removeAll()
        for name in ["/draft", "/settings"] {
            #expect(try files.info(URL(filePath: name))?.isOwnerOnly == true, "\(name)")
        }
    }
}

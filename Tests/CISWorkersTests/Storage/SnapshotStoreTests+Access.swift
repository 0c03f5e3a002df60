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
}

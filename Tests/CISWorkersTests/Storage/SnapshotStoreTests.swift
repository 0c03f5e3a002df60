import CIS
import CISWorkers
import Foundation
import Testing

@Suite struct `Snapshots` {
    private struct Draft: Codable, Equatable, Sendable {
        var text: String
        var images: [String]
        var isUrgent: Bool
    }

    private struct DraftV1: Codable, Sendable {
        var text: String
    }

    private struct DraftV2: Codable, Sendable {
        var text: String
        var images: [String]
    }

    private static let steps = [
        SnapshotMigration(from: 1) { (old: DraftV1) in DraftV2(text: old.text, images: []) },
        SnapshotMigration(from: 2) { (old: DraftV2) in Draft(text: old.text, images: old.images, isUrgent: false) },
    ]

    private let files = MemoryFiles()
    private let file = URL(filePath: "/drafts/draft")

    @Test func `a saved value is loaded, until it is removed`() async throws {
        let store = SnapshotStore<Draft>(file, files: files)
        #expect(try await store.load() == nil)
        try await store.save(Draft(text: "견적", images: ["a"], isUrgent: true))
        #expect(try await store.load() == Draft(text: "견적", images: ["a"], isUrgent: true))
        #expect(files.info(file)?.isOwnerOnly == true)
        try await store.remove()
        #expect(try await store.load() == nil)
    }

    @Test func `an older value is migrated step by step`() async throws {
        let newest = SnapshotStore<Draft>(file, version: 3, migrations: Self.steps, files: files)
        try await SnapshotStore<DraftV1>(file, version: 1, files: files).save(DraftV1(text: "old"))
        #expect(try await newest.load() == Draft(text: "old", images: [], isUrgent: false))
        try await SnapshotStore<DraftV2>(file, version: 2, files: files).save(DraftV2(text: "newer", images: ["a"]))
        #expect(try await newest.load() == Draft(text: "newer", images: ["a"], isUrgent: false))
        // Loading does not change the file.
        #expect(try await SnapshotStore<DraftV2>(file, version: 2, files: files).load()?.images == ["a"])
    }

    @Test func `a missing migration is an error that names its version`() async throws {
        try await SnapshotStore<DraftV1>(file, version: 1, files: files).save(DraftV1(text: "old"))
        let store = SnapshotStore<Draft>(file, version: 3, migrations: [Self.steps[0]], files: files)
        let error = await #expect(throws: StorageError.self) { try await store.load() }
        #expect(error?.code == .migration)
        #expect(error?.reason == "no migration from version 2")
    }

    @Test func `a migration that fails is an error that names its version and not the value`() async throws {
        try await SnapshotStore<String>(file, version: 1, files: files).save("canary")
        let store = SnapshotStore<Draft>(file, version: 3, migrations: Self.steps, files: files)
        let error = await #expect(throws: StorageError.self) { try await store.load() }
        #expect(error?.code == .migration)
        #expect(error?.reason?.contains("migration from version 1") == true)
        #expect(error?.description.contains("canary") == false)
    }

    @Test func `a newer value is refused and left alone`() async throws {
        try await SnapshotStore<Draft>(file, version: 3, files: files).save(Draft(text: "", images: [], isUrgent: true))
        let before = files.read(file)
        let error = await #expect(throws: StorageError.self) {
            try await SnapshotStore<DraftV2>(file, version: 2, files: files).load()
        }
        #expect(error?.code == .newer)
        #expect(error?.reason == "it has version 3, this program supports up to 2")
        #expect(files.read(file) == before)
    }

    @Test func `a changed bit is detected anywhere in the file`() async throws {
        let store = SnapshotStore<String>(file, files: files)
        try await store.save("some text")
        let whole = try #require(files.read(file))
        for bit in 0..<(whole.count * 8) {
            var damaged = whole
            damaged[bit / 8] ^= 1 << (bit % 8)
            try files.replace(file, with: damaged)
            let error = await #expect(throws: StorageError.self) { try await store.load() }
            #expect(error?.code == .corrupt || error?.code == .newer, "bit \(bit)")
        }
    }

    @Test func `a file that is too short or too long is detected`() async throws {
        let store = SnapshotStore<String>(file, files: files)
        try await store.save("some text")
        let whole = try #require(files.read(file))
        for other in (0..<whole.count).map({ whole.prefix($0) }) + [whole + [0], whole + whole, Data()] {
            try files.replace(file, with: other)
            let error = await #expect(throws: StorageError.self) { try await store.load() }
            #expect(error?.code == .corrupt)
        }
    }

    @Test func `undamaged bytes of another type are a decoding error`() async throws {
        try await SnapshotStore<DraftV1>(file, files: files).save(DraftV1(text: "canary"))
        let error = await #expect(throws: StorageError.self) {
            try await SnapshotStore<Draft>(file, files: files).load()
        }
        #expect(error?.code == .decoding)
        #expect(error?.reason == "no value for images")
    }

    @Test func `a value that cannot be encoded leaves the old one`() async throws {
        let store = SnapshotStore<Double>(file, files: files)
        try await store.save(1)
        let error = await #expect(throws: StorageError.self) { try await store.save(.nan) }
        #expect(error?.code == .encoding)
        #expect(try await store.load() == 1)
    }

    @Test func `a hundred writers and readers see complete values`() async throws {
        let folder = try TemporaryFolder()
        let store = SnapshotStore<[Int]>(folder("numbers"))
        try await store.save([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { try await store.save(Array(repeating: number, count: number)) }
                group.addTask {
                    let numbers = try #require(try await store.load())
                    #expect(numbers.allSatisfy { $0 == numbers.count })
                }
            }
            try await group.waitForAll()
        }
    }
}

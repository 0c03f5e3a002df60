import CISWorkers
import Foundation
import Testing

/// Causes every kind of error with a secret value, and checks all texts for it.
@Suite struct `No secret in any error` {
    private enum Skill: String, Codable { case beginner }

    private struct Player: Codable {
        var skill: Skill?
        var page: URL?
        var tokens: [String: Int]?
        var list: [[String: Skill]]?
    }

    /// An error of an app or one of its libraries.
    private struct Leaky: Error, CustomStringConvertible, LocalizedError {
        let description = "the value was canary"
        var errorDescription: String? { description }
    }

    /// A value that cannot be encoded.
    private struct Stubborn: Codable, Sendable {
        var word = "canary"
        init() {}
        init(from decoder: any Decoder) throws { throw Leaky() }
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue("canary", .init(codingPath: [], debugDescription: "canary"))
        }
    }

    private static let contents = [
        #"{"skill":"canary"}"#, #"{"page":"http://canary canary"}"#, #"{"tokens":{"canary":"x"}}"#,
        #"{"list":[{"canary":"canary"}]}"#, #"{"list":["canary"]}"#, #"canary"#, #""canary""#, #"{"skill":canary}"#,
        #"{"tokens":{"canary":1.5}}"#, #"["canary"]"#, "canary\u{0}",
    ]

    @Test(arguments: contents)
    func `of decoding a value from a store`(_ content: String) async throws {
        let store = MemoryStore()
        try await store.set(content, for: StorageKey("player"))
        try await check(.decoding) { try await store.value(for: StorageKey<Player>("player")) }
        try await check(.decoding) { try await store.update(StorageKey<Player>("player")) { _ in } }
        try await check(.decoding) { try await store.value(for: StorageKey<Stubborn>("player")) }
    }

    @Test func `of a dictionary whose keys are numbers`() async throws {
        let store = MemoryStore()
        try await store.set(#"{"tokens":{"4242424242":"x"}}"#, for: StorageKey("player"))
        let error = await #expect(throws: StorageError.self) {
            try await store.value(for: StorageKey<Player>("player"))
        }
        #expect(error?.reason == "no Int at tokens.…")
        try await store.set(#"[[1],[2,"x"]]"#, for: StorageKey("lists"))
        let other = await #expect(throws: StorageError.self) {
            try await store.value(for: StorageKey<[[Int]]>("lists"))
        }
        #expect(other?.reason == "no Int at 1.1")
    }

    @Test(arguments: contents)
    func `of loading a snapshot`(_ content: String) async throws {
        let files = MemoryFiles()
        let file = URL(filePath: "/a")
        try files.replace(file, with: Data(Record(kind: .snapshot, version: 1, content: Array(content.utf8)).bytes))
        try await check(.decoding) { try await SnapshotStore<Player>(file, files: files).load() }
        let typed = SnapshotMigration(from: 1) { (_: Player) in Player() }
        let plain = SnapshotMigration(from: 1, json: { _ in throw Leaky() })
        for step in [typed, plain] {
            try await check(.migration) {
                try await SnapshotStore<Player>(file, version: 2, migrations: [step], files: files).load()
            }
        }
        try files.replace(file, with: Data(content.utf8))
        try await check(.corrupt) { try await SnapshotStore<Player>(file, files: files).load() }
    }

    @Test func `of encoding`() async throws {
        let files = MemoryFiles()
        let file = URL(filePath: "/a")
        try await check(.encoding) { try await SnapshotStore<Stubborn>(file, files: files).save(Stubborn()) }
        try await check(.encoding) { try await MemoryStore().set(Stubborn(), for: StorageKey("a")) }
        let cache = DiskCache(file, maximumBytes: 100, files: files)
        try await check(.encoding) { try await cache.store(value: Stubborn(), for: "a") }
    }

    @Test func `of sealing and opening`() async throws {
        let files = MemoryFiles()
        let file = URL(filePath: "/a")
        let leaky = Sealing(seal: { _ in throw Leaky() }, open: { _ in throw Leaky() })
        let key = StorageKey<String>("token")
        try await check(.sealing) {
            try await SecureFileStore(file, sealing: leaky, files: files).set("canary", for: key)
        }
        try await SecureFileStore(file, sealing: .mirror, files: files).set("canary", for: key)
        try await check(.sealing) { try await SecureFileStore(file, sealing: leaky, files: files).value(for: key) }
        try await check(.sealing) { try await SecureFileStore(file, files: files).value(for: key) }
    }

    @Test(arguments: TextStorage.all)
    func `of a disk that fails at every step`(_ storage: TextStorage) async throws {
        let disk = ModelDisk()
        try await storage.write("canary", DiskFiles(driver: disk))
        for step in 0..<disk.steps {
            let faulty = DiskFiles(driver: ModelDisk().copy(.failure(at: step, number: EIO)))
            try await check(.cannotWrite) { try await storage.write("canary", faulty) }
        }
    }

    @Test(arguments: TextStorage.all)
    func `of a file that is damaged in every place`(_ storage: TextStorage) async throws {
        let files = MemoryFiles()
        try await storage.write("canary", files)
        let whole = try #require(files.read(TextStorage.file))
        for count in 0..<whole.count {
            try files.replace(TextStorage.file, with: whole.prefix(count))
            try await check(.corrupt) { try await storage.read(files) }
        }
    }

    /// Runs a call that must fail, and checks every text of the error.
    private func check<Result: Sendable>(
        _ code: StorageError.Code, _ body: @Sendable () async throws -> Result
    ) async throws {
        let error = try #require(await #expect(throws: StorageError.self) { _ = try await body() })
        #expect(error.code == code)
        var dumped = ""
        dump(error, to: &dumped)
        let lines = CollectedLog()
        LogWorker("test", to: [lines.sink]).error("failed: \(error)")
        for text in ["\(error)", String(reflecting: error), error.localizedDescription, dumped] + lines.texts {
            #expect(!text.contains("canary"))
        }
    }
}

import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `Key-value stores` {
    private struct Player: Codable, Equatable {
        var name: String
        var age: Int?
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: StoreMaker.all)
    func `keep values of all types`(_ make: StoreMaker) async throws {
        let store = make(in: folder)
        let text = StorageKey<String>("text")
        let bytes = StorageKey<Data>("bytes")
        let truth = StorageKey<Bool>("truth")
        let player = StorageKey<Player>("player")
        #expect(try await store.value(for: text) == nil)
        try await store.set("Grüße, 세계", for: text)
        try await store.set(Data([0, 255]), for: bytes)
        try await store.set(false, for: truth)
        try await store.set(Player(name: "Ada"), for: player)
        let again = make.isLasting ? make(in: folder) : store
        #expect(try await again.value(for: text) == "Grüße, 세계")
        #expect(try await again.value(for: bytes) == Data([0, 255]))
        #expect(try await again.value(for: truth) == false)
        #expect(try await again.value(for: player) == Player(name: "Ada"))
        try await store.removeAll()
    }

    @Test func `keep optional values with a key of an optional type`() async throws {
        let store = MemoryStore()
        try await store.set("text", for: StorageKey<String?>("a"))
        #expect(try await store.value(for: StorageKey<String?>("a")) == .some("text"))
        try await store.set(.some(nil), for: StorageKey<Data?>("b"))
        #expect(try await store.value(for: StorageKey<Data?>("b")) == .some(nil))
    }

    @Test(arguments: StoreMaker.all)
    func `nil removes a value, and removing all removes the rest`(_ make: StoreMaker) async throws {
        let store = make(in: folder)
        // Names that are not options of a test run: the user defaults read `-c release` as a value of `c`.
        let keys = ["first", "second", "third"].map { StorageKey<String>($0) }
        for key in keys { try await store.set(key.name, for: key) }
        try await store.set(nil, for: keys[0])
        try await store.remove(keys[1])
        #expect(try await values(of: keys, in: store) == [nil, nil, "third"])
        try await store.removeAll()
        #expect(try await values(of: keys, in: store) == [nil, nil, nil])
        let again = make(in: folder)
        #expect(try await values(of: keys, in: again) == [nil, nil, nil])
        try await store.set("back", for: keys[0])
        #expect(try await store.value(for: keys[0]) == "back")
        try await store.removeAll()
    }

    @Test(arguments: StoreMaker.all)
    func `a hundred writers and readers lose no update`(_ make: StoreMaker) async throws {
        let store = make(in: folder)
        let counter = StorageKey<Int>("counter")
        let writers = fewerWhenSanitized(100)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    try await store.update(counter) { $0 = ($0 ?? 0) + 1 }
                    try await store.set(writer, for: StorageKey("own \(writer)"))
                }
                group.addTask {
                    let count = try await store.value(for: counter) ?? 0
                    #expect(count >= 0 && count <= writers)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.value(for: counter) == writers)
        let again = make.isLasting ? make(in: folder) : store
        for writer in 0..<writers { #expect(try await again.value(for: StorageKey("own \(writer)")) == writer) }
        try await store.removeAll()
    }

    @Test(arguments: StoreMaker.all)
    func `a value of another type is an error that names the key and not the value`(_ make: StoreMaker) async throws {
        let store = make(in: folder)
        try await store.set("hunter2", for: StorageKey("password"))
        let error = await #expect(throws: StorageError.self) {
            try await store.value(for: StorageKey<Player>("password"))
        }
        #expect(error?.code == .decoding)
        #expect(error?.description.contains("“password” in \(store.place)") == true)
        #expect(error?.description.contains("hunter2") == false)
        let update = await #expect(throws: StorageError.self) {
            try await store.update(StorageKey<Int>("password")) { $0 = 1 }
        }
        #expect(update?.code == .decoding)
        #expect(try await store.value(for: StorageKey<String>("password")) == "hunter2")
        try await store.removeAll()
    }

    @Test(arguments: StoreMaker.all)
    func `a change that throws changes nothing`(_ make: StoreMaker) async throws {
        let store = make(in: folder)
        try await store.set("old", for: StorageKey("a"))
        await #expect(throws: StorageError.self) {
            try await store.change("a") { (data: inout Data?) throws(StorageError) in
                data = Data("new".utf8)
                throw StorageError(.unavailable, in: "a test")
            }
        }
        #expect(try await store.value(for: StorageKey("a")) == "old")
        try await store.removeAll()
    }

    @Test(arguments: StoreMaker.all.filter { $0.testDescription != "DefaultsStore" })
    func `names are compared byte by byte`(_ make: StoreMaker) async throws {
        let store = make(in: folder)
        try await store.set("one scalar", for: StorageKey("caf\u{E9}"))
        try await store.set("two scalars", for: StorageKey("cafe\u{301}"))
        try await store.set("no name", for: StorageKey(""))
        #expect(try await store.value(for: StorageKey("caf\u{E9}")) == "one scalar")
        #expect(try await store.value(for: StorageKey("cafe\u{301}")) == "two scalars")
        #expect(try await store.value(for: StorageKey("")) == "no name")
    }

    @Test func `after a failed write a store has the content of the file`() async throws {
        let disk = ModelDisk()
        try await FileStore(TextStorage.file, files: DiskFiles(driver: disk)).set("old", for: StorageKey("a"))
        // The file was renamed, but its folder could not be synchronized. The state is unknown, so the file is read
        // again.
        let trial = disk.copy()
        try await FileStore(TextStorage.file, files: DiskFiles(driver: trial)).set("new", for: StorageKey("a"))
        let faulty = disk.copy(.failure(at: trial.steps - 1, number: EIO))
        let store = FileStore(TextStorage.file, files: DiskFiles(driver: faulty))
        await #expect(throws: StorageError.self) { try await store.set("new", for: StorageKey("a")) }
        #expect(try await store.value(for: StorageKey("a")) == "new")
        try await store.set("old", for: StorageKey("a"))
        #expect(
            try await FileStore(TextStorage.file, files: DiskFiles(driver: faulty)).value(for: StorageKey("a")) == "old"
        )
    }

    @Test func `the same value is not written again`() async throws {
        let disk = ModelDisk()
        let store = FileStore(TextStorage.file, files: DiskFiles(driver: disk))
        try await store.set("same", for: StorageKey("a"))
        let steps = disk.steps
        try await store.set("same", for: StorageKey("a"))
        #expect(disk.steps == steps)
    }

    @Test func `defaults that other code has set are read`() async throws {
        let suite = folder.url.lastPathComponent
        let store = DefaultsStore(suite: suite)
        try await store.set("mine", for: StorageKey("text"))
        Self.setByOtherCode(suite)
        #expect(try await store.value(for: StorageKey<Bool>("truth")) == true)
        #expect(try await store.value(for: StorageKey<Int>("number")) == 42)
        #expect(try await store.value(for: StorageKey<String>("word")) == "theirs")
        try await store.removeAll()
        #expect(try await store.value(for: StorageKey<Bool>("truth")) == nil)
    }

    private static func setByOtherCode(_ suite: String) {
        let defaults = UserDefaults(suiteName: suite)
        defaults?.set(true, forKey: "truth")
        defaults?.set(42, forKey: "number")
        defaults?.set("theirs", forKey: "word")
        _ = defaults?.synchronize()
    }

    private func values(of keys: [StorageKey<String>], in store: any KeyValueStore) async throws -> [String?] {
        var values: [String?] = []
        for key in keys { values.append(try await store.value(for: key)) }
        return values
    }
}

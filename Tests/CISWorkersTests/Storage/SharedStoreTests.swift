import CISWorkers
import Foundation
import TestSupport
import Testing
import storage_victim

/// Several stores that use one file.
@Suite struct `A file with several stores` {
    private static let processes = 4
    private static let changes = repetitions(100, atLeast: fewerWhenSanitized(25))

    /// This process and the others increment a common value and write a value of their own.
    @Test(arguments: [VictimStore.fileStore, .secureFileStore])
    func `loses no change by several processes`(_ kind: VictimStore) async throws {
        let folder = try TemporaryFolder()
        let file = folder("store")
        let arguments = [kind.rawValue, file.path]
        let children = try (1...Self.processes).map {
            try ChildProcess("storage-victim", ["count"] + arguments + ["\($0)", "\(Self.changes)"])
        }
        let store = try #require(kind.keyValueStore(in: file))
        try await CountedChanges.make(Self.changes, as: 0, in: store)
        for child in children { #expect(try child.errors() == "") }
        let again = try #require(kind.keyValueStore(in: file))
        for store in [store, again] {
            #expect(try await store.value(for: CountedChanges.total) == (Self.processes + 1) * Self.changes)
            for process in 0...Self.processes {
                #expect(try await store.value(for: CountedChanges.own(process)) == Self.changes)
            }
        }
    }

    @Test func `shows each store the changes of the others`() async throws {
        let folder = try TemporaryFolder()
        let stores = [FileStore(folder("store")), FileStore(folder("store"))]
        let word = StorageKey<String>("word")
        #expect(try await stores[0].value(for: word) == nil)
        try await stores[1].set("one", for: word)
        #expect(try await stores[0].value(for: word) == "one")
        try await stores[0].set("two", for: StorageKey("other"))
        #expect(try await stores[1].value(for: word) == "one")
        #expect(try await stores[1].value(for: StorageKey("other")) == "two")
    }

    @Test(arguments: ["file", "folder"])
    func `is written again with the same value after it was removed`(_ removed: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder("inner/store")
        let store = FileStore(file)
        try await store.set("same", for: StorageKey("word"))
        try FileManager.default.removeItem(at: removed == "file" ? file : folder("inner"))
        #expect(try await store.value(for: StorageKey<String>("word")) == nil)
        try await store.set("same", for: StorageKey("word"))
        #expect(try await FileStore(file).value(for: StorageKey("word")) == "same")
    }
}

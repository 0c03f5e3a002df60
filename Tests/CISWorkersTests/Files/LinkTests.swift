import CIS
import CISWorkers
import Foundation
import Testing

/// Symbolic links: writing follows them, as reading does.
@Suite struct `Symbolic links` {
    private let folder: TemporaryFolder
    private let files = DiskFiles()

    init() throws {
        folder = try TemporaryFolder()
        try files.replace(folder("real/target"), with: Data("old".utf8))
        #expect(chmod(folder("real/target").path, 0o640) == 0)
        try link("link", to: "real/target")
        try link("absolute", to: folder("real/target").path)
        try link("chain", to: "link")
        try link("real/up", to: "../absolute")
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder(name).path, withDestinationPath: target)
    }

    private func isLink(_ name: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: folder(name).path)) != nil
    }

    private func mode(_ name: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: folder(name).path)[.posixPermissions] as? NSNumber)?.intValue
    }

    static let links = ["link", "absolute", "chain", "real/up"]

    @Test(arguments: links)
    func `replacing a link replaces its target`(_ name: String) throws {
        try files.replace(folder(name), with: Data("new".utf8))
        #expect(try files.read(folder("real/target")) == Data("new".utf8))
        #expect(
            try files.replace(
                folder(name), ifStill: Data("new".utf8), with: Data("newer".utf8), access: nil, durability: .synced))
        try files.append(Data("!".utf8), to: folder(name), access: .standard)
        #expect(try files.read(folder(name)) == Data("newer!".utf8))
        #expect(try files.read(folder("real/target")) == Data("newer!".utf8))
        for link in Self.links { #expect(isLink(link)) }
        #expect(try mode("real/target") == 0o640)
    }

    @Test func `a link to a missing file creates it`() throws {
        try link("new", to: "elsewhere/deep/file")
        #expect(try files.read(folder("new")) == nil)
        try files.replace(folder("new"), with: Data([1]), access: .ownerOnly, durability: .synced)
        #expect(try files.read(folder("elsewhere/deep/file")) == Data([1]))
        #expect(try files.read(folder("new")) == Data([1]))
        #expect(try mode("elsewhere/deep/file") == 0o600)
    }

    @Test func `links in a circle are an error, and stay`() throws {
        try link("a", to: "b")
        try link("b", to: "a")
        let error = #expect(throws: StorageError.self) { try files.replace(folder("a"), with: Data()) }
        #expect(error?.code == .cannotWrite)
        #expect(isLink("a") && isLink("b"))
    }

    #if os(Linux)
    /// The system follows such a link for reading. A change that is written to a similar name would be lost.
    @Test func `a link to a name that is no text is an error, and no other file is written`() async throws {
        let key = StorageKey<Int>("key")
        try await FileStore(folder("file")).set(1, for: key)
        let name = (Array(folder("real").path.utf8) + Array("/bad".utf8) + [0xFF, 0]).map { CChar(bitPattern: $0) }
        #expect(rename(folder("file").path, name) == 0 && symlink(name, folder("bad").path) == 0)
        defer { unlink(name) }
        let store = FileStore(folder("bad"))
        #expect(try await store.value(for: key) == 1)
        let error = await #expect(throws: StorageError.self) { try await store.set(2, for: key) }
        #expect(error?.code == .cannotWrite)
        #expect(try files.list(folder("real")).map(\.file.lastPathComponent) == ["target"])
    }
    #endif

    @Test func `a link in the place of the temporary file does not keep the file from being written`() throws {
        try link(".file.partial", to: "real/target")
        try files.replace(folder("file"), with: Data("new".utf8))
        #expect(try files.read(folder("file")) == Data("new".utf8))
        #expect(try files.read(folder("real/target")) == Data("old".utf8))
        #expect(!isLink(".file.partial"))
    }

    @Test func `a file that is moved to a link replaces the target of the link`() throws {
        try files.replace(folder("b"), with: Data([2]))
        try files.move(folder("b"), to: folder("link"))
        #expect(try files.read(folder("real/target")) == Data([2]))
        #expect(isLink("link"))
    }

    @Test func `moving a link moves its target, and the link stays`() throws {
        try files.move(folder("chain"), to: folder("moved"))
        #expect(try files.read(folder("moved")) == Data("old".utf8))
        #expect(!isLink("moved") && isLink("chain") && isLink("link"))
        #expect(try files.read(folder("chain")) == nil)
        try files.move(folder("chain"), to: folder("again"))
        #expect(try files.read(folder("again")) == nil)
    }

    @Test func `the size of a link is that of its target, and it is no regular file`() throws {
        let info = try #require(try files.info(folder("chain")))
        #expect(info.size == 3)
        #expect(!info.isRegular && !info.isOwnerOnly)
    }

    @Test func `a file is not moved over a pipe`() throws {
        #expect(mkfifo(folder("pipe").path, 0o600) == 0)
        try files.replace(folder("b"), with: Data([2]))
        let error = #expect(throws: StorageError.self) { try files.move(folder("b"), to: folder("pipe")) }
        #expect(error?.code == .notAFile)
        #expect(try files.read(folder("b")) == Data([2]))
    }

    @Test func `removing a link keeps its target`() throws {
        #expect(try files.remove(folder("link")))
        #expect(try files.read(folder("real/target")) != nil)
    }

    @Test func `stores at a link and at its target see the changes of each other`() async throws {
        let key = StorageKey<Int>("key")
        try link("settings", to: "real/settings")
        let real = FileStore(folder("real/settings"))
        let linked = FileStore(folder("settings"))
        try await real.set(1, for: key)
        try await linked.set(2, for: key)
        #expect(try await real.value(for: key) == 2)
        try await real.set(3, for: key)
        #expect(try await linked.value(for: key) == 3)
        try await linked.removeAll()
        #expect(try await real.value(for: key) == nil)
        #expect(isLink("settings"))
    }

    /// Writers by both names wait for each other.
    @Test func `no change is lost where a hundred writers use a link and its target`() async throws {
        let key = StorageKey<Int>("count")
        try link("settings", to: "real/settings")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                let store = FileStore(folder(number.isMultiple(of: 2) ? "settings" : "real/settings"))
                group.addTask { try await store.update(key) { $0 = ($0 ?? 0) + 1 } }
            }
            try await group.waitForAll()
        }
        #expect(try await FileStore(folder("settings")).value(for: key) == 100)
    }

    @Test func `a snapshot at a link is saved to its target`() async throws {
        try link("snapshot", to: "real/snapshot")
        try await SnapshotStore<String>(folder("snapshot")).save("new")
        #expect(try await SnapshotStore<String>(folder("real/snapshot")).load() == "new")
        #expect(isLink("snapshot"))
        #expect(try mode("real/snapshot") == 0o600)
    }

    @Test func `a store keeps the permissions of its file`() async throws {
        let key = StorageKey<Int>("key")
        let store = FileStore(folder("settings"))
        let snapshot = SnapshotStore<String>(folder("snapshot"))
        try await store.set(1, for: key)
        try await snapshot.save("one")
        #expect(try mode("settings") == 0o600)
        for name in ["settings", "snapshot"] { #expect(chmod(folder(name).path, 0o640) == 0) }
        try await store.set(2, for: key)
        try await snapshot.save("two")
        for name in ["settings", "snapshot"] { #expect(try mode(name) == 0o640) }
        try await store.removeAll()
        #expect(try mode("settings") == 0o640)
    }

    @Test func `a store for secrets follows no link, also to remove everything`() async throws {
        let store = SecureFileStore(folder("link"))
        let writing = await #expect(throws: StorageError.self) {
            try await store.set("new", for: StorageKey<String>("key"))
        }
        #expect(writing?.code == .notAFile)
        let removing = await #expect(throws: StorageError.self) { try await store.removeAll() }
        #expect(removing?.code == .notAFile)
        #expect(try files.read(folder("real/target")) == Data("old".utf8))
    }
}

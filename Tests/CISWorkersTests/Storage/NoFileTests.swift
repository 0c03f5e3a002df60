import CISWorkers
import Foundation
import Testing

/// A store whose path leads to something that has no end, or that nobody writes to: it was read for ever.
@Suite struct `Stores in the place of no file` {
    private let folder: TemporaryFolder
    private let key = StorageKey<String>("key")

    init() throws {
        folder = try TemporaryFolder()
        #expect(mkfifo(folder("pipe").path, 0o600) == 0)
        try FileManager.default.createSymbolicLink(at: folder("link"), withDestinationURL: folder("pipe"))
    }

    private func stores(_ file: URL) -> [any KeyValueStore] { [FileStore(file), SecureFileStore(file)] }

    @Test(arguments: ["pipe", "link", "/dev/zero"])
    func `are refused`(_ name: String) async throws {
        let file = name.hasPrefix("/") ? URL(filePath: name) : folder(name)
        for store in stores(file) {
            let reading = await #expect(throws: StorageError.self) { try await store.value(for: key) }
            #expect(reading?.code == .notAFile)
            let writing = await #expect(throws: StorageError.self) { try await store.set("new", for: key) }
            #expect(writing?.code == .notAFile)
        }
        let loading = await #expect(throws: StorageError.self) { try await SnapshotStore<String>(file).load() }
        #expect(loading?.code == .notAFile)
        let bytes = #expect(throws: StorageError.self) { try DiskFiles().read(file) }
        #expect(bytes?.code == .notAFile)
    }

    @Test func `are not replaced by a file`() async throws {
        let file = folder("pipe")
        for store in stores(file) {
            let error = await #expect(throws: StorageError.self) { try await store.removeAll() }
            #expect(error?.code == .notAFile)
        }
        let error = await #expect(throws: StorageError.self) { try await SnapshotStore<String>(file).save("new") }
        #expect(error?.code == .notAFile)
        let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        #expect(type != .typeRegular)
    }

    @Test func `a log to a pipe that nobody reads loses lines and waits for nobody`() throws {
        let log = LogWorker("t", to: [.rotatingFile(folder("pipe"))])
        log.info("one")
        log.info("two")
    }

    @Test func `a pipe in the place where a file is written is removed`() throws {
        #expect(mkfifo(folder(".file.partial").path, 0o600) == 0)
        try DiskFiles().replace(folder("file"), with: Data([1]))
        #expect(try DiskFiles().read(folder("file")) == Data([1]))
    }
}

import CISWorkers
import Foundation
import Testing

/// Stores whose path refers to a pipe or a device. Reading it never ended.
@Suite struct `Stores whose path is not a file` {
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

    @Test func `appending to a pipe without a reader does not wait`() {
        #expect(throws: StorageError.self) {
            try DiskFiles().append(Data([1]), to: folder("pipe"), access: .standard)
        }
    }

    @Test func `a pipe at the path of the temporary file does not keep the file from being written`() throws {
        #expect(mkfifo(folder(".file.partial").path, 0o600) == 0)
        try DiskFiles().replace(folder("file"), with: Data([1]))
        #expect(try DiskFiles().read(folder("file")) == Data([1]))
    }
}

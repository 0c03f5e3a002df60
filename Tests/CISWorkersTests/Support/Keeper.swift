import CISWorkers
import Foundation
import Testing

/// One way to keep a text in a file, for tests that hold for all of them.
struct Keeper: Sendable, CustomTestStringConvertible {
    let name: String
    let write: @Sendable (_ text: String, _ files: any FileWorker) async throws(StorageError) -> Void
    let read: @Sendable (_ files: any FileWorker) async throws(StorageError) -> String?

    var testDescription: String { name }

    static let file = URL(filePath: "/data/kept")

    private static let key = StorageKey<String>("text")

    static let all: [Keeper] = [
        Keeper(
            name: "FileStore",
            write: { text, files throws(StorageError) in
                try await FileStore(file, files: files).set(text, for: key)
            },
            read: { files throws(StorageError) in try await FileStore(file, files: files).value(for: key) }),
        Keeper(
            name: "SecureFileStore",
            write: { text, files throws(StorageError) in
                try await SecureFileStore(file, sealing: .mirror, files: files).set(text, for: key)
            },
            read: { files throws(StorageError) in
                try await SecureFileStore(file, sealing: .mirror, files: files).value(for: key)
            }),
        Keeper(
            name: "SnapshotStore",
            write: { text, files throws(StorageError) in
                try await SnapshotStore<String>(file, files: files).save(text)
            },
            read: { files throws(StorageError) in try await SnapshotStore<String>(file, files: files).load() }),
        Keeper(
            name: "RecentList",
            write: { text, files throws(StorageError) in
                let list = RecentList(StorageKey<[String]>("recent"), maximum: 1, in: FileStore(file, files: files))
                try await list.add(text)
            },
            read: { files throws(StorageError) in
                let list = RecentList(StorageKey<[String]>("recent"), maximum: 1, in: FileStore(file, files: files))
                return try await list.newest().first
            }),
    ]
}

extension Sealing {
    /// No cipher: turns every bit, and notices if the first byte is not the one it wrote.
    static let mirror = Sealing(
        seal: { plain in Data([7]) + plain.map { ~$0 } },
        open: { sealed in
            guard sealed.first == 7 else { throw WrongKey() }
            return Data(sealed.dropFirst().map { ~$0 })
        })

    struct WrongKey: Error {}
}

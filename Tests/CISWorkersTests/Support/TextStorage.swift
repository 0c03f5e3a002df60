import CISWorkers
import Foundation
import Testing

/// A way to store a text in a file. Tests run with each of them.
struct TextStorage: Sendable, CustomTestStringConvertible {
    let name: String
    let write: @Sendable (_ text: String, _ files: any FileWorker) async throws(StorageError) -> Void
    let read: @Sendable (_ files: any FileWorker) async throws(StorageError) -> String?

    var testDescription: String { name }

    static let file = URL(filePath: "/data/kept")

    private static let key = StorageKey<String>("text")

    static let all: [TextStorage] = [
        TextStorage(
            name: "FileStore",
            write: { text, files throws(StorageError) in
                try await FileStore(file, files: files).set(text, for: key)
            },
            read: { files throws(StorageError) in try await FileStore(file, files: files).value(for: key) }),
        TextStorage(
            name: "SecureFileStore",
            write: { text, files throws(StorageError) in
                try await SecureFileStore(file, sealing: .mirror, files: files).set(text, for: key)
            },
            read: { files throws(StorageError) in
                try await SecureFileStore(file, sealing: .mirror, files: files).value(for: key)
            }),
        TextStorage(
            name: "SnapshotStore",
            write: { text, files throws(StorageError) in
                try await SnapshotStore<String>(file, files: files).save(text)
            },
            read: { files throws(StorageError) in try await SnapshotStore<String>(file, files: files).load() }),
        TextStorage(
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
    /// A stand-in for a cipher: inverts every bit, and throws if the first byte is wrong.
    static let mirror = Sealing(
        seal: { plain in Data([7]) + plain.map { ~$0 } },
        open: { sealed in
            guard sealed.first == 7 else { throw WrongKey() }
            return Data(sealed.dropFirst().map { ~$0 })
        })

    struct WrongKey: Error {}
}

import CISWorkers
import Foundation

/// The stores that are tested with killed processes.
package enum VictimStore: String, CaseIterable, Sendable {
    case fileStore, secureFileStore, snapshotStore, recentList, diskCache

    /// Returns a function that stores a text.
    func writer(to file: URL, _ files: DiskFiles) -> (String) async throws -> Void {
        switch self {
        case .fileStore:
            let store = FileStore(file, files: files)
            return { try await store.set($0, for: StorageKey("text")) }
        case .secureFileStore:
            let store = SecureFileStore(file, files: files)
            return { try await store.set($0, for: StorageKey("text")) }
        case .snapshotStore:
            let store = SnapshotStore<String>(file, files: files)
            return { try await store.save($0) }
        case .recentList:
            let list = RecentList(StorageKey<[String]>("recent"), maximum: 3, in: FileStore(file, files: files))
            return { try await list.add($0) }
        case .diskCache:
            let cache = DiskCache(file, maximumBytes: 1_000_000, files: files)
            return { try await cache.store(value: $0, for: "text") }
        }
    }

    /// Returns the store, if it has keys.
    package func keyValueStore(in file: URL) -> (any KeyValueStore)? {
        switch self {
        case .fileStore: FileStore(file)
        case .secureFileStore: SecureFileStore(file)
        case .snapshotStore, .recentList, .diskCache: nil
        }
    }

    /// Reads the text with a new store, as after a restart.
    package func text(in file: URL) async throws -> String? {
        switch self {
        case .fileStore: try await FileStore(file).value(for: StorageKey("text"))
        case .secureFileStore: try await SecureFileStore(file).value(for: StorageKey("text"))
        case .snapshotStore: try await SnapshotStore<String>(file).load()
        case .recentList:
            try await RecentList(StorageKey<[String]>("recent"), maximum: 3, in: FileStore(file)).newest().first
        case .diskCache: await DiskCache(file, maximumBytes: 1_000_000).value(for: "text")
        }
    }
}

import CISWorkers
import Foundation

/// The stores of the app: a file for each answer, and one file for the queries.
struct FileStores: Stores {
    private let cache: DiskCache
    private let queries: RecentList<String>

    init(_ folder: URL) {
        cache = DiskCache(folder.appending(path: "cache"), maximumBytes: .max)
        queries = RecentList(
            StorageKey("recentQueries"), maximum: 10, in: FileStore(folder.appending(path: "settings")))
    }

    func put(_ bytes: Data, for key: String) async throws { try await cache.store(bytes, for: key) }
    func bytes(for key: String) async -> Data? { await cache.data(for: key) }
    func save(_ query: String) async throws { try await queries.add(query) }
    func newest() async throws -> [String] { try await queries.newest(10) }
}

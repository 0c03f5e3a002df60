import Foundation

/// The data that the app keeps: answers and posters by a key, and ten recent queries.
protocol Stores: Sendable {
    /// Opens the stores in a folder. The first access reads them.
    init(_ folder: URL) async throws
    /// Keeps bytes. They survive if the program is killed, but may be missing after a loss of power.
    func put(_ bytes: Data, for key: String) async throws
    func bytes(for key: String) async throws -> Data?
    /// Puts a query first, and returns when it is on disk.
    func save(_ query: String) async throws
    func newest() async throws -> [String]
}

import Foundation

/// What the app keeps: answers and posters by a key, and ten recent queries.
protocol Stores: Sendable {
    /// Opens what is in a folder. The first access reads it.
    init(_ folder: URL) async throws
    /// Keeps bytes. They are there after the program was killed; after a loss of power they may be missing.
    func put(_ bytes: Data, for key: String) async throws
    func bytes(for key: String) async throws -> Data?
    /// Puts a query first, and returns when it is on disk.
    func save(_ query: String) async throws
    func newest() async throws -> [String]
}

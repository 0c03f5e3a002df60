import Foundation
import GatherServer
import SceneWeb
import Synchronization
import Testing

/// All tests of the server. They share a PostgreSQL, which stops after the last test.
@Suite(.postgreSQL) struct ServerTests {}

/// The kind of database that a test uses.
enum Backend: String, CustomTestStringConvertible {
    case sqlite, postgreSQL

    /// The kinds that can run on this machine.
    static let all: [Backend] = PostgreSQL.isInstalled ? [.sqlite, .postgreSQL] : [.sqlite]

    var testDescription: String { rawValue }

    /// Creates an empty database, and drops it at the end.
    func withDatabase(_ body: (DatabaseLocation) async throws -> Void) async throws {
        switch self {
        case .sqlite: try await withFolder { try await body(.file($0.appending(path: "gather.sqlite").path)) }
        case .postgreSQL: try await PostgreSQL.withDatabase(body)
        }
    }
}

/// Creates a folder, and removes it at the end.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

/// A server in this process.
struct TestServer: Sendable {
    let server: GatherServer
    let database: any Database
    let log = Lines()
    var client: Client { Client(port: server.port) }

    init(_ database: any Database, limits: WebServer.Limits = GatherServer.limits) throws {
        self.database = database
        var options = ServerOptions()
        options.port = 0
        server = try GatherServer(database, options, limits: limits, log: log.add)
    }

    /// Returns a client that is logged in as a new user.
    func user(_ name: String = "ada") async throws -> Client { try await client.registered(name) }
}

/// Starts a server over an empty database, and stops it at the end.
func withServer(
    _ backend: Backend, limits: WebServer.Limits = GatherServer.limits, _ body: (TestServer) async throws -> Void
) async throws {
    try await backend.withDatabase { location in
        let server = try TestServer(try await location.open(), limits: limits)
        do {
            try await body(server)
        } catch {
            await server.server.stop()
            throw error
        }
        await server.server.stop()
    }
}

/// The lines of a log.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
}

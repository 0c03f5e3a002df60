import Foundation
import GatherServer
import Synchronization
import Testing

/// A PostgreSQL with its data and its socket in a temporary folder. It uses no port, and shares nothing with other instances on
/// this machine.
final class PostgreSQL: Sendable {
    /// The folder of the latest version. Debian does not add it to `PATH`.
    private static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let folders = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map {
            "\(root)/\($0)/bin"
        }
        return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    /// Whether the tests run as root. PostgreSQL refuses this, so it then runs as the user of Debian's package.
    private static let isRoot = getuid() == 0

    static let isInstalled = programs != nil && (!isRoot || getpwnam("postgres") != nil)

    private static let running = Mutex<Task<PostgreSQL, any Error>?>(nil)

    private let folder: URL
    /// The number of databases so far, which gives each a name of its own.
    private let databases = Atomic(0)

    private init() async throws {
        // The path of a socket may have at most 107 bytes, so this path is short.
        folder = URL(fileURLWithPath: "/tmp/pg-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        // The socket needs no password, so only the owner may open the folder.
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if Self.isRoot, let user = getpwnam("postgres") { chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid) }
        try await Self.run(
            "initdb", ["-D", data, "-U", "gather", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
        try await start()
    }

    private var data: String { folder.appending(path: "data").path }

    /// Starts PostgreSQL, and waits until it answers.
    func start() async throws {
        let options = "-c listen_addresses='' -k \(folder.path) -c max_connections=300"
        try await Self.run("pg_ctl", ["-D", data, "-l", "\(folder.path)/log", "-o", options, "-w", "start"])
    }

    /// Stops PostgreSQL at once, as if its machine had failed.
    func stop() async throws {
        try await Self.run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"])
    }

    private func remove() async {
        try? await stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the instance that all tests share. The first test that needs it starts it.
    fileprivate static func shared() async throws -> PostgreSQL {
        let starting = running.withLock { running in
            let starting = running ?? Task { try await PostgreSQL() }
            running = starting
            return starting
        }
        return try await starting.value
    }

    fileprivate static func removeShared() async {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        try? await last?.value.remove()
    }

    /// Creates an empty database, and drops it at the end.
    static func withDatabase(_ body: (DatabaseLocation) async throws -> Void) async throws {
        let running = try await shared()
        let name = "gather\(running.databases.add(1, ordering: .relaxed).newValue)"
        try await running.sql("CREATE DATABASE \(name)")
        try await body(.postgreSQL("postgres:///\(name)?host=\(running.folder.path)&user=gather"))
        try await running.sql("DROP DATABASE \(name) WITH (FORCE)")
    }

    /// Runs an instance that no other test uses.
    static func withOne(_ body: (PostgreSQL, DatabaseLocation) async throws -> Void) async throws {
        let running = try await PostgreSQL()
        do {
            try await body(running, .postgreSQL("postgres:///postgres?host=\(running.folder.path)&user=gather"))
        } catch {
            await running.remove()
            throw error
        }
        await running.remove()
    }

    private func sql(_ text: String) async throws {
        try await Self.run("psql", ["-h", folder.path, "-U", "gather", "-d", "postgres", "-q", "-c", text])
    }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        let path = "\(programs ?? "")/\(program)"
        let user = isRoot ? ["/usr/sbin/runuser", "-u", "postgres", "--"] : []
        let nothing = ChildProcess.nothing
        let status = try await ChildProcess(
            user + [path] + arguments, descriptors: [0: nothing, 1: nothing, 2: nothing]
        ).end()
        guard status == 0 else { throw ChildProcess.Failure(description: "\(program) ended with \(status)") }
    }
}

/// Stops the shared PostgreSQL when all tests of the suite have ended.
struct PostgreSQLTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        do {
            try await function()
        } catch {
            await PostgreSQL.removeShared()
            throw error
        }
        await PostgreSQL.removeShared()
    }
}

extension Trait where Self == PostgreSQLTrait {
    static var postgreSQL: PostgreSQLTrait { PostgreSQLTrait() }
}

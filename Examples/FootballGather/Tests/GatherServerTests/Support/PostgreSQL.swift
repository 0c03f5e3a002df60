import Foundation
import GatherServer
import Synchronization
import Testing

/// PostgreSQL in a temporary folder, reached by a socket in it: no port, and nothing of another one on this machine.
final class PostgreSQL: Sendable {
    /// Where the programs are that Debian keeps out of `PATH`, in the latest version.
    private static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let folders = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map {
            "\(root)/\($0)/bin"
        }
        return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    /// It refuses to run as root, and then runs as the user of Debian's package.
    private static let isRoot = getuid() == 0

    static let isInstalled = programs != nil && (!isRoot || getpwnam("postgres") != nil)

    private static let running = Mutex<Task<PostgreSQL, any Error>?>(nil)

    private let folder: URL
    /// Counts them, for their names.
    private let databases = Atomic(0)

    private init() async throws {
        // Short: the path of a socket has at most 107 bytes.
        folder = URL(fileURLWithPath: "/tmp/pg-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        // Everybody who reaches the socket is trusted.
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if Self.isRoot, let user = getpwnam("postgres") { chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid) }
        try await Self.run(
            "initdb", ["-D", data, "-U", "gather", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
        try await start()
    }

    private var data: String { folder.appending(path: "data").path }

    /// Starts it, and waits until it answers.
    func start() async throws {
        let options = "-c listen_addresses='' -k \(folder.path) -c max_connections=300"
        try await Self.run("pg_ctl", ["-D", data, "-l", "\(folder.path)/log", "-o", options, "-w", "start"])
    }

    /// Ends it at once, as a machine does that goes down.
    func stop() async throws {
        try await Self.run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"])
    }

    private func remove() async {
        try? await stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The one of the tests that run, started by the first that needs it.
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

    /// Makes an empty database, and drops it at the end.
    static func withDatabase(_ body: (DatabaseLocation) async throws -> Void) async throws {
        let running = try await shared()
        let name = "gather\(running.databases.add(1, ordering: .relaxed).newValue)"
        try await running.sql("CREATE DATABASE \(name)")
        try await body(.postgreSQL("postgres:///\(name)?host=\(running.folder.path)&user=gather"))
        try await running.sql("DROP DATABASE \(name) WITH (FORCE)")
    }

    /// Runs one that no other test uses.
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
        let output = FileHandle(forWritingAtPath: "/dev/null") ?? .nullDevice
        let status = try await ChildProcess(user + [path] + arguments, output: output, errors: output).end()
        guard status == 0 else { throw ChildProcess.Failure(description: "\(program) ended with \(status)") }
    }
}

/// PostgreSQL runs as long as a test of the suite.
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

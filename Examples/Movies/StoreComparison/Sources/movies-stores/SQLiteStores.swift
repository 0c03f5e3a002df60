import CSQLite
import Foundation

/// The same stores in SQLite: a table for the answers, and one for the queries. Two files, so that the queries can be on disk
/// when they are saved, and the answers a little later.
actor SQLiteStores: Stores {
    private let cache: Connection
    private let queries: Connection

    init(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let cache = try Connection(folder.appending(path: "cache.sqlite").path, synchronous: "NORMAL")
        try cache.run("CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID")
        let queries = try Connection(folder.appending(path: "queries.sqlite").path, synchronous: "FULL")
        try queries.run("CREATE TABLE IF NOT EXISTS queries (id INTEGER PRIMARY KEY, text TEXT UNIQUE)")
        (self.cache, self.queries) = (cache, queries)
    }

    func put(_ bytes: Data, for key: String) throws {
        try cache.run("INSERT OR REPLACE INTO entries VALUES (?1, ?2)", key, bytes)
    }

    func bytes(for key: String) throws -> Data? {
        try cache.run("SELECT value FROM entries WHERE key = ?1", key).first
    }

    func save(_ query: String) throws {
        try queries.run("BEGIN IMMEDIATE")
        try queries.run("INSERT OR REPLACE INTO queries (text) VALUES (?1)", query)
        try queries.run("DELETE FROM queries WHERE id NOT IN (SELECT id FROM queries ORDER BY id DESC LIMIT 10)")
        try queries.run("COMMIT")
    }

    func newest() throws -> [String] {
        try queries.run("SELECT text FROM queries ORDER BY id DESC").map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A file of SQLite, with its prepared statements.
private final class Connection {
    struct Failure: Error { let code: Int32 }

    private let handle: OpaquePointer
    private var prepared: [String: OpaquePointer] = [:]

    init(_ path: String, synchronous: String) throws {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else { throw Failure(code: code) }
        self.handle = handle
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = \(synchronous)")
    }

    deinit {
        for statement in prepared.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs a statement, and returns the first column of its rows.
    @discardableResult func run(_ text: String, _ key: String? = nil, _ bytes: Data? = nil) throws -> [Data] {
        let statement = try prepare(text)
        defer { sqlite3_reset(statement) }
        if let key { movies_bind_text(statement, 1, key) }
        if let bytes { _ = bytes.withUnsafeBytes { movies_bind_bytes(statement, 2, $0.baseAddress, Int32($0.count)) } }
        var rows: [Data] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                let count = Int(sqlite3_column_bytes(statement, 0))
                rows.append(sqlite3_column_blob(statement, 0).map { Data(bytes: $0, count: count) } ?? Data())
            case SQLITE_DONE: return rows
            case let code: throw Failure(code: code)
            }
        }
    }

    private func prepare(_ text: String) throws -> OpaquePointer {
        if let known = prepared[text] { return known }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, text, -1, &made, nil)
        guard code == SQLITE_OK, let made else { throw Failure(code: code) }
        prepared[text] = made
        return made
    }
}

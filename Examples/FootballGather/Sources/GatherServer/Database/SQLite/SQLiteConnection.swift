import CSQLite
import Foundation

/// A connection to a file of SQLite. It keeps the prepared statements.
final class SQLiteConnection: Connection {
    private let handle: OpaquePointer
    private var prepared: [String: OpaquePointer] = [:]

    /// - Parameter path: The file of the database. A file that does not exist is created, and only its owner can read it.
    /// - Throws: ``DatabaseStartError``.
    init(_ path: String) throws {
        // SQLite itself would create a file that everyone can read. It gives its other files the permissions of this one.
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw DatabaseStartError(description: "\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        close(file)
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw DatabaseStartError(description: "\(path) cannot be opened as a database.")
        }
        self.handle = handle
        // In milliseconds: how long to wait while another program locks the file.
        sqlite3_busy_timeout(handle, 5_000)
        do {
            try configure()
        } catch let error as DatabaseError {
            throw DatabaseStartError(description: "\(path) is not a database of SQLite that can be used: \(error).")
        }
    }

    deinit {
        for statement in prepared.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// With `synchronous = FULL`, a commit returns when its data is on the disk. It is not lost if the process or the machine
    /// stops.
    private func configure() throws {
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL")
        try run("PRAGMA foreign_keys = ON")
        // A schema that another program has written cannot call functions.
        try run("PRAGMA trusted_schema = OFF")
    }

    @discardableResult func run(_ statement: Statement, _ values: Value...) throws -> [Row] {
        let statement = try prepare(statement)
        defer {
            sqlite3_reset(statement)
            // The bound values may be secret.
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, Int32(index + 1), statement) }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(Self.row(statement))
            case SQLITE_DONE: return rows
            case let code: throw Self.error(code)
            }
        }
    }

    private func prepare(_ statement: Statement) throws -> OpaquePointer {
        if let known = prepared[statement.text] { return known }
        var made: OpaquePointer?
        // SQLite writes `?1` instead of `$1`.
        let text = statement.text.replacing("$", with: "?")
        let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK, let made else { throw Self.error(code) }
        prepared[statement.text] = made
        return made
    }

    private func bind(_ value: Value, _ index: Int32, _ statement: OpaquePointer) throws {
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .number(let number): sqlite3_bind_int64(statement, index, Int64(number))
            case .string(let text):
                if text.utf8.contains(0) {
                    throw DatabaseError(.unstorableText)
                } else {
                    gather_bind_text(statement, index, text, Int32(text.utf8.count))
                }
            }
        guard code == SQLITE_OK else { throw Self.error(code) }
    }

    private static func row(_ statement: OpaquePointer) -> Row {
        Row(
            (0..<sqlite3_column_count(statement)).map { column in
                switch sqlite3_column_type(statement, column) {
                case SQLITE_INTEGER: .number(Int(sqlite3_column_int64(statement, column)))
                case SQLITE_NULL: .null
                default: .text(sqlite3_column_text(statement, column).map { String(cString: $0) })
                }
            })
    }

    private static func error(_ code: Int32) -> DatabaseError {
        // SQLite's own words for the code. They contain no value.
        let detail = "SQLite \(code): \(String(cString: sqlite3_errstr(code)))"
        return switch code {
        case SQLITE_CONSTRAINT | 8 << 8, SQLITE_CONSTRAINT | 6 << 8: DatabaseError(.notUnique, detail)
        case SQLITE_CONSTRAINT | 3 << 8: DatabaseError(.nothingReferredTo, detail)
        default: DatabaseError(code & 0xff == SQLITE_BUSY ? .unavailable : .failed, detail)
        }
    }
}

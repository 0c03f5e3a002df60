import CLibpq
import Foundation

/// A connection to PostgreSQL. It keeps the prepared statements. Its functions block while they wait for the network.
final class PostgreSQLConnection: Connection {
    private let handle: OpaquePointer
    /// The names of the prepared statements, by the statement's text.
    private var prepared: [String: String] = [:]

    /// - Throws: ``DatabaseStartError``.
    init(_ address: PostgreSQLAddress) throws {
        guard let handle = Self.connect(address.settings) else {
            throw DatabaseStartError(description: "There is no memory for a connection to PostgreSQL.")
        }
        self.handle = handle
        // Otherwise libpq writes notices to standard error, for example that a table exists already.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        guard PQstatus(handle) == CONNECTION_OK else {
            throw DatabaseStartError(description: Self.message(handle))
        }
        guard PQparameterStatus(handle, "server_encoding").map({ String(cString: $0) }) == "UTF8",
            PQsetClientEncoding(handle, "UTF8") == 0
        else {
            throw DatabaseStartError(description: "The database must be encoded in UTF8, so that it can keep any name.")
        }
    }

    deinit { PQfinish(handle) }

    /// Whether the server has announced its end, or no longer answers.
    private var isLeft = false

    /// Whether the server answered the last time.
    var isOpen: Bool { !isLeft && PQstatus(handle) == CONNECTION_OK }

    @discardableResult func run(_ statement: Statement, _ values: Value...) throws -> [Row] {
        try execute(statement, values) { result in
            try (0..<PQntuples(result)).map { row in
                Row(try (0..<PQnfields(result)).map { try Self.value(result, row, $0) })
            }
        }
    }

    /// Ends the transaction.
    ///
    /// - Throws: ``DatabaseError``, also if PostgreSQL has rolled the transaction back. In this case PostgreSQL itself reports
    ///   no error, but answers COMMIT with ROLLBACK.
    func commit() throws {
        let answer = try execute("COMMIT", []) { String(cString: PQcmdStatus($0)) }
        guard answer == "COMMIT" else { throw DatabaseError(.failed, "PostgreSQL has answered COMMIT with \(answer)") }
    }

    private func execute<Answer>(
        _ statement: Statement, _ values: [Value], _ read: (OpaquePointer?) throws -> Answer
    ) throws -> Answer {
        let texts = try values.map(Self.text)
        let name = try prepare(statement, values)
        let words = texts.map { text in text.map { strdup($0) } ?? nil }
        defer { for word in words { free(word) } }
        let pointers = words.map { word in word.map { UnsafePointer($0) } }
        let result = PQexecPrepared(handle, name, Int32(values.count), pointers, nil, nil, 0)
        defer { PQclear(result) }
        try check(result)
        return try read(result)
    }

    /// The types of the parameters come from the values of the first call. The type of a null comes from the statement.
    private func prepare(_ statement: Statement, _ values: [Value]) throws -> String {
        if let name = prepared[statement.text] { return name }
        let name = "s\(prepared.count)"
        let types = values.map { value -> Oid in
            switch value {
            case .null: 0
            case .number: Self.int8
            case .string: Self.text
            }
        }
        let result = PQprepare(handle, name, statement.text, Int32(types.count), types)
        defer { PQclear(result) }
        try check(result)
        prepared[statement.text] = name
        return name
    }

    private static let int8: Oid = 20
    private static let text: Oid = 25
    /// The numbers of PostgreSQL's types for whole numbers: int8, int2, int4.
    private static let integers: Set<Oid> = [int8, 21, 23]

    private static func text(_ value: Value) throws -> String? {
        switch value {
        case .null: return nil
        case .number(let number): return "\(number)"
        case .string(let text):
            guard !text.utf8.contains(0) else { throw DatabaseError(.unstorableText) }
            return text
        }
    }

    private static func value(_ result: OpaquePointer?, _ row: Int32, _ column: Int32) throws -> Value {
        guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else { return .null }
        let text = String(cString: bytes)
        guard integers.contains(PQftype(result, column)) else { return .string(text) }
        guard let number = Int(text) else { throw DatabaseError(.unexpectedValue) }
        return .number(number)
    }

    private func check(_ result: OpaquePointer?) throws {
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return
        default: break
        }
        let state = gather_sqlstate(result).map { String(cString: $0) } ?? ""
        // The message of PostgreSQL is not used, because it may quote a value. If there is no code, the error comes from libpq,
        // because the server does not answer.
        isLeft = isLeft || state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P") || Self.lost.contains(state)
        let detail = "PostgreSQL \(state.isEmpty ? "without an answer" : state)"
        throw switch state {
        case "23505": DatabaseError(.notUnique, detail)
        case "23503": DatabaseError(.nothingReferredTo, detail)
        case "40001", "40P01": DatabaseError(.conflict, detail)
        // Waiting for a lock took too long, or the whole statement did.
        case "55P03", "57014": DatabaseError(.unavailable, detail)
        default: DatabaseError(isOpen ? .failed : .unavailable, detail)
        }
    }

    /// Codes after which the connection is not used any more: the server has become read-only, because another one has replaced
    /// it, or a transaction was idle for too long.
    private static let lost: Set<String> = ["25006", "25P03"]

    private static func connect(_ settings: [(String, String)]) -> OpaquePointer? {
        let words = settings.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for (key, value) in words {
                free(key)
                free(value)
            }
        }
        let keys = words.map { word in word.0.map { UnsafePointer($0) } } + [nil]
        let values = words.map { word in word.1.map { UnsafePointer($0) } } + [nil]
        return PQconnectdbParams(keys, values, 1)
    }

    private static func message(_ handle: OpaquePointer) -> String {
        String(cString: PQerrorMessage(handle)).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

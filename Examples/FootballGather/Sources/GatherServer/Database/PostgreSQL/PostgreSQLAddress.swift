import CLibpq
import Foundation

/// An address of PostgreSQL in which libpq has found no part of a password where it does not belong.
struct PostgreSQLAddress: Sendable {
    private let text: String

    /// - Parameter text: As libpq reads it. It is in no error.
    /// - Throws: ``DatabaseStartError``.
    init(_ text: String) throws {
        // What libpq says of an address that it does not understand quotes it, with the password.
        guard let options = PQconninfoParse(text, nil) else {
            throw DatabaseStartError(description: "The address of the database is none that PostgreSQL understands.")
        }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            let value = option.pointee.val.map { String(cString: $0) } ?? ""
            guard Self.isRight(value, for: String(cString: keyword)) else { throw Self.misread }
            option += 1
        }
        self.text = text
    }

    /// A password with `@`, `/` or `:` that is written as it is: libpq takes its rest for the host, the port or the name, which
    /// it quotes when it finds nothing there.
    private static func isRight(_ value: String, for keyword: String) -> Bool {
        switch keyword {
        case "host", "hostaddr", "dbname": !value.utf8.contains(UInt8(ascii: "@"))
        // Several hosts may have a port each.
        case "port": value.split(separator: ",").allSatisfy { UInt16($0) != nil }
        default: true
        }
    }

    private static let misread = DatabaseStartError(
        description:
            "The address of the database has an @ in its host or name, or a port that is no number. If it has a "
            + "password, put that into PGPASSWORD.")

    /// What a connection is made with. What the address says itself counts more than what is before it.
    var settings: [(String, String)] {
        [
            ("connect_timeout", "5"), ("application_name", "gather-server"),
            // A machine that has vanished is noticed, in milliseconds and seconds.
            ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
            ("options", "\(Self.timeouts) \(ProcessInfo.processInfo.environment["PGOPTIONS"] ?? "")"),
            ("dbname", text),
        ]
    }

    /// A request has an answer in time, and no transaction keeps its locks.
    private static let timeouts =
        "-c statement_timeout=10s -c lock_timeout=5s -c idle_in_transaction_session_timeout=10s"
}

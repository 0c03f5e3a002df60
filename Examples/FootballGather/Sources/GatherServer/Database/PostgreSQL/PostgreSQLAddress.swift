import CLibpq
import Foundation

/// A checked address of PostgreSQL: libpq reads no part of its password as a host, a port or a name.
struct PostgreSQLAddress: Sendable {
    private let text: String

    /// - Parameter text: The address, in the format of libpq. No error contains it.
    /// - Throws: ``DatabaseStartError``.
    init(_ text: String) throws {
        // The error message of libpq is not used, because it quotes the address with the password.
        guard let options = PQconninfoParse(text, nil) else {
            throw DatabaseStartError(description: "PostgreSQL does not understand the address of the database.")
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

    /// Whether a part of the address can be what it seems to be.
    ///
    /// If a password contains an unescaped `@`, `/` or `:`, libpq takes the rest of the password for the host, the port or the
    /// name. Its error messages quote these.
    private static func isRight(_ value: String, for keyword: String) -> Bool {
        switch keyword {
        case "host", "hostaddr", "dbname": !value.utf8.contains(UInt8(ascii: "@"))
        // There may be several hosts, each with a port.
        case "port": value.split(separator: ",").allSatisfy { UInt16($0) != nil }
        default: true
        }
    }

    private static let misread = DatabaseStartError(
        description:
            "The address of the database has an @ in its host or name, or a port that is no number. If it has a "
            + "password, put that into PGPASSWORD.")

    /// The settings of a connection. The settings in the address override those that precede it here.
    var settings: [(String, String)] {
        [
            ("connect_timeout", "5"), ("application_name", "gather-server"),
            // Limits after which a machine that no longer answers is noticed, in milliseconds and in seconds.
            ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
            ("options", "\(Self.timeouts) \(ProcessInfo.processInfo.environment["PGOPTIONS"] ?? "")"),
            ("dbname", text),
        ]
    }

    /// Limits, so that each request is answered in time, and no transaction holds its locks for long.
    private static let timeouts =
        "-c statement_timeout=10s -c lock_timeout=5s -c idle_in_transaction_session_timeout=10s"
}

import Foundation

/// The header `Idempotency-Key` of a request that creates something. A client that has received no answer sends the request again,
/// with the same key. Then nothing is created twice, and the answer is that of the first request.
///
/// A key belongs to the user of the request, and is known for a day.
struct IdempotencyKey: Sendable {
    private let text: String
    /// The SHA-256 of what the request asks for. A key cannot be used for something else.
    private let digest: String

    /// - Parameters:
    ///   - text: The value of the header.
    ///   - path: The path of the request.
    ///   - content: The part of the body that is read.
    /// - Throws: ``Refusal/bad(_:)`` if the key is empty, long, or contains anything but visible ASCII characters.
    init(_ text: String, path: String, content: Data) throws {
        guard (1...TextLimit.bytes).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { throw Refusal.bad("An Idempotency-Key has 1 to \(TextLimit.bytes) visible ASCII characters.") }
        self.text = text
        digest = sha256(Array("\(path)\n".utf8) + content)
    }

    /// The time for which a key is known, in seconds.
    private static let lifetime = 24 * 60 * 60

    /// The time before which the keys were used that are not known any more, in seconds since 1970.
    private static var limit: Int { Int(Date().timeIntervalSince1970) - lifetime }

    /// Removes the keys of all users that are not known any more.
    static func removeOld(_ connection: any Connection) throws {
        try connection.run("DELETE FROM idempotency_keys WHERE used_at < $1", .integer(limit))
    }

    /// Removes the keys of one user only, so that requests of different users do not wait for each other.
    fileprivate static func removeOld(of user: User, _ connection: any Connection) throws {
        try connection.run(
            "DELETE FROM idempotency_keys WHERE user_number = $1 AND used_at < $2", .integer(user.number),
            .integer(limit))
    }

    /// Returns the id that a request with this key has created, or nil if there was none.
    ///
    /// - Throws: ``Refusal/keyOfAnotherRequest``.
    fileprivate func createdID(for user: User, _ connection: any Connection) throws -> String? {
        let rows = try connection.run(
            "SELECT digest, created_id FROM idempotency_keys WHERE user_number = $1 AND key_text = $2",
            .integer(user.number), .text(text))
        guard let row = rows.first else { return nil }
        guard try row.text(0) == digest else { throw Refusal.keyOfAnotherRequest }
        return try row.text(1)
    }

    /// Keeps the id that a request with this key has created.
    fileprivate func keep(_ id: String, for user: User, _ connection: any Connection) throws {
        do {
            try connection.run(
                """
                INSERT INTO idempotency_keys (user_number, key_text, digest, created_id, used_at)
                VALUES ($1, $2, $3, $4, $5)
                """, .integer(user.number), .text(text), .text(digest), .text(id),
                .integer(Int(Date().timeIntervalSince1970)))
        } catch let error as DatabaseError where error.code == .notUnique {
            // The same request has been sent twice at the same time, and the other one was faster. This transaction is run
            // again, and then finds the id of the other one.
            throw DatabaseError(.conflict, error.detail)
        }
    }
}

extension Database {
    /// Creates something for the user of the request. A request with a key creates it once, however often it is sent.
    ///
    /// - Parameters:
    ///   - key: The key of the request, if it has one.
    ///   - create: Runs the statements, and returns the id of what they have created.
    /// - Returns: The id, also if an earlier request has created it.
    /// - Throws: ``Refusal/notAuthenticated`` if the user was deleted after the token was checked, and
    ///   ``Refusal/keyOfAnotherRequest``.
    func create(
        for user: User, _ key: IdempotencyKey?,
        _ create: @escaping @Sendable (any Connection) throws -> String
    ) async throws -> String {
        try await write(for: user) { connection in
            guard let key else { return try create(connection) }
            try IdempotencyKey.removeOld(of: user, connection)
            if let id = try key.createdID(for: user, connection) { return id }
            let id = try create(connection)
            try key.keep(id, for: user, connection)
            return id
        }
    }
}

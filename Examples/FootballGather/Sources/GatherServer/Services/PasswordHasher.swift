import CLibcrypt
import Foundation
import Synchronization

/// Turns passwords into yescrypt hashes. Each takes about 20 ms and 16 MiB, so that guessing passwords is expensive.
///
/// Hashes are computed on threads of its own, only a few at a time. Further ones wait, and their number is limited, too. So
/// logins leave processor time, memory and threads for all other requests.
package final class PasswordHasher: Sendable {
    private let queue = OperationQueue()
    /// The number of passwords that are being hashed or are waiting.
    private let pending = Atomic(0)
    private let limit: Int
    /// Used instead of a hash if the user does not exist, so that the comparison takes the same time.
    private let nobody: String

    /// - Parameters:
    ///   - atOnce: The number of passwords that are hashed at the same time.
    ///   - limit: The maximum number of passwords that are being hashed or are waiting.
    package init(
        atOnce: Int = max(1, ProcessInfo.processInfo.activeProcessorCount / 2), limit: Int = 100
    ) throws {
        self.limit = limit
        nobody = try Self.salt()
        queue.maxConcurrentOperationCount = atOnce
    }

    /// Returns a hash to store. It contains the name of the hash function, the cost and the salt.
    ///
    /// - Throws: ``Refusal/busy``.
    package func hash(_ password: String) async throws -> String {
        try await run { try Self.crypt(password, Self.salt()) }
    }

    /// Returns whether a password matches a hash. Always takes the time of one hash.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - hash: The stored hash. `nil` if the user does not exist.
    /// - Throws: ``Refusal/busy``.
    package func isRight(_ password: String, for hash: String?) async throws -> Bool {
        try await run { [nobody] in
            let made = try Self.crypt(password, hash ?? nobody)
            return hash.map { Self.areEqual($0, made) } ?? false
        }
    }

    private func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        defer { pending.subtract(1, ordering: .relaxed) }
        guard pending.add(1, ordering: .relaxed).newValue <= limit else { throw Refusal.busy }
        return try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result(catching: body)) }
        }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Hashes the SHA-256 of a password. libcrypt itself reads a password only up to a zero byte, and at most 511 bytes of it.
    private static func crypt(_ password: String, _ setting: String) throws -> String {
        var hash = [CChar](repeating: 0, count: Int(CRYPT_OUTPUT_SIZE))
        guard gather_crypt(sha256(password), setting, &hash, hash.count) == 1 else {
            throw Failure(description: "libcrypt cannot hash a password")
        }
        return text(hash)
    }

    /// Returns a salt with random bytes of the system and the default cost of libxcrypt.
    private static func salt() throws -> String {
        var salt = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        guard crypt_gensalt_rn("$y$", 0, nil, 0, &salt, Int32(salt.count)) != nil else {
            throw Failure(description: "libcrypt has no yescrypt")
        }
        return text(salt)
    }

    /// Returns the text up to the zero byte.
    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Compares two texts. The time does not depend on how many bytes are equal.
    private static func areEqual(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

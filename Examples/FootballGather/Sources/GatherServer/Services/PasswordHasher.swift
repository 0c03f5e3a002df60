import CLibcrypt
import Foundation
import Synchronization

/// Turns passwords into yescrypt hashes. Each takes about 20 ms and 16 MiB, so that guessing passwords is expensive.
///
/// It uses threads of its own, few at once; others wait, up to a limit. So logging in cannot take the processor, the memory or
/// the threads from everything else.
package final class PasswordHasher: Sendable {
    private let queue = OperationQueue()
    /// How many are hashed or wait.
    private let pending = Atomic(0)
    private let limit: Int
    /// What a password is compared with when there is no such user: it takes as long as with one.
    private let nobody: String

    /// - Parameters:
    ///   - atOnce: How many passwords are hashed at a time.
    ///   - limit: How many may be hashed or wait.
    package init(
        atOnce: Int = max(1, ProcessInfo.processInfo.activeProcessorCount / 2), limit: Int = 100
    ) throws {
        self.limit = limit
        nobody = try Self.salt()
        queue.maxConcurrentOperationCount = atOnce
    }

    /// A hash that can be stored: it names its function, cost and salt.
    ///
    /// - Throws: ``Refusal/busy``.
    package func hash(_ password: String) async throws -> String {
        try await run { try Self.crypt(password, Self.salt()) }
    }

    /// Whether a password is the one of a hash. Always takes the time of one hash.
    ///
    /// - Parameter hash: `nil` if there is no such user.
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

    /// libcrypt reads up to a zero byte and at most 511 bytes. The digest makes every password a text that is read whole.
    private static func crypt(_ password: String, _ setting: String) throws -> String {
        var hash = [CChar](repeating: 0, count: Int(CRYPT_OUTPUT_SIZE))
        guard gather_crypt(sha256(password), setting, &hash, hash.count) == 1 else {
            throw Failure(description: "libcrypt cannot hash a password")
        }
        return text(hash)
    }

    /// With random bytes of the system and the default cost of libxcrypt.
    private static func salt() throws -> String {
        var salt = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        guard crypt_gensalt_rn("$y$", 0, nil, 0, &salt, Int32(salt.count)) != nil else {
            throw Failure(description: "libcrypt has no yescrypt")
        }
        return text(salt)
    }

    /// Up to the zero byte.
    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Looks at all bytes, however many are equal.
    private static func areEqual(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

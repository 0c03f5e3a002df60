import GatherServer
import Testing

/// FG-API-M1, FG-API-23: passwords.
@Suite struct PasswordTests {
    @Test(arguments: ["secret", "", "암호", "a\u{0}b", String(repeating: "long", count: 10_000)])
    func `FG-API-23 a password is right for its own hash only, whatever is in it`(password: String) async throws {
        let hasher = try PasswordHasher()
        let hash = try await hasher.hash(password)
        #expect(try await hasher.isRight(password, for: hash))
        #expect(try await !hasher.isRight(password + "x", for: hash))
        #expect(try await !hasher.isRight(String(password.dropLast()) + "y", for: hash))
        #expect(try await !hasher.isRight(password, for: nil), "nobody has no password")
        #expect(try await hasher.hash(password) != hash, "each hash has a salt of its own")
    }

    @Test func `a password that differs behind a zero byte is another one`() async throws {
        let hasher = try PasswordHasher()
        #expect(try await !hasher.isRight("a\u{0}c", for: hasher.hash("a\u{0}b")))
    }

    @Test func `what is no hash is right for no password`() async throws {
        let hasher = try PasswordHasher()
        await #expect(throws: (any Error).self) { try await hasher.isRight("secret", for: "no hash") }
    }

    @Test func `more logins at once than can be done in time are refused at once`() async throws {
        let hasher = try PasswordHasher(atOnce: 1, limit: 3)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...20 {
                group.addTask {
                    do {
                        _ = try await hasher.hash("secret")
                        return true
                    } catch {
                        #expect(error as? Refusal == .busy)
                        return false
                    }
                }
            }
            return await group.reduce(into: [false: 0, true: 0]) { $0[$1, default: 0] += 1 }
        }
        #expect((outcomes[true] ?? 0) >= 3)
        #expect((outcomes[false] ?? 0) > 0)
        #expect(try await !hasher.hash("again").isEmpty, "a refused one leaves room")
    }
}

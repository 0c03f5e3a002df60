import Foundation
import GatherServer
import Testing

extension ServerTests {
    /// The header `Idempotency-Key`: a request that is sent again creates nothing twice.
    @Suite struct IdempotencyTests {
        private static let paths = ["/api/players", "/api/gathers"]

        /// Sends a request that creates something.
        private func create(_ path: String, key: String?, name: String = "Zoe", _ user: Client) async -> Answer {
            let headers = key.map { ["Idempotency-Key: \($0)"] } ?? []
            return await user.ask("POST", path, json: #"{"name": \#(quoted(name))}"#, headers: headers)
        }

        private func count(_ statement: Statement, _ server: TestServer) async throws -> [Value]? {
            try await server.database.read { try $0.run(statement).first?.values }
        }

        /// Returns the number of players and of gathers.
        private func counts(_ server: TestServer) async throws -> [Value]? {
            try await count("SELECT (SELECT COUNT(*) FROM players), (SELECT COUNT(*) FROM gathers)", server)
        }

        @Test(arguments: Backend.all)
        func `FG-API-07 FG-API-12 the same request with the same key has the same answer, and creates nothing twice`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                for (index, path) in Self.paths.enumerated() {
                    let first = await create(path, key: "K\(index)", ada)
                    let second = await create(path, key: "K\(index)", ada)
                    #expect(first.status == 201 && second.status == 201 && second.body.isEmpty)
                    #expect(first.headers["location"] == second.headers["location"] && !first.id.isEmpty)
                }
                #expect(try await counts(server) == [.number(1), .number(1)])
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-07 FG-API-12 without a key each request creates something`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                for path in Self.paths + Self.paths { #expect(await create(path, key: nil, ada).status == 201) }
                #expect(try await counts(server) == [.number(2), .number(2)])
                #expect(try await count("SELECT COUNT(*) FROM idempotency_keys", server) == [.number(0)])
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-22 a key of another request is refused with a reason, and nothing is created`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                _ = await create("/api/players", key: "K", ada)
                for answer in [
                    await create("/api/players", key: "K", name: "Zoé", ada),
                    await create("/api/gathers", key: "K", ada),
                ] {
                    #expect(answer.status == 422 && answer.reason == "The Idempotency-Key belongs to another request.")
                }
                #expect(try await counts(server) == [.number(1), .number(0)])
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-12 the body of a new gather is ignored, also with a key`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let ids = [
                    await create("/api/gathers", key: "K", name: "A", ada).id,
                    await create("/api/gathers", key: "K", name: "B", ada).id,
                ]
                #expect(ids[0] == ids[1] && !ids[0].isEmpty)
            }
        }

        @Test(arguments: Backend.all)
        func `a key belongs to its user, and is removed with the user`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let (ada, ben) = (try await server.user("ada"), try await server.user("ben"))
                let ids = [
                    await create("/api/players", key: "K", ada).id,
                    await create("/api/players", key: "K", name: "Another", ben).id,
                ]
                #expect(ids[0] != ids[1] && !ids.contains(""))
                #expect(await ada.ask("DELETE", "/api/users").status == 204)
                #expect(try await count("SELECT COUNT(*) FROM idempotency_keys", server) == [.number(1)])
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-07 a refused request uses no key`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let long = String(repeating: "x", count: 256)
                #expect(await create("/api/players", key: "K", name: long, ada).status == 400)
                #expect(await create("/api/players", key: "K", ada).status == 201)
            }
        }

        @Test(arguments: Backend.all)
        func `requests with the same key that arrive at the same time create one player`(backend: Backend) async throws
        {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let answers = await withTaskGroup(of: Answer.self) { group in
                    for _ in 1...20 { group.addTask { await create("/api/players", key: "K", ada) } }
                    return await group.reduce(into: [Answer]()) { $0.append($1) }
                }
                #expect(answers.allSatisfy { $0.status == 201 }, "\(answers.map(\.status)) \(server.log.text)")
                #expect(Set(answers.map(\.id)).count == 1)
                #expect(try await counts(server) == [.number(1), .number(0)])
            }
        }

        @Test(arguments: Backend.all)
        func `a key is known for a day, and then removed`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let first = await create("/api/players", key: "K", ada).id
                try await server.database.write { connection in
                    try connection.run("UPDATE idempotency_keys SET used_at = used_at - 86300")
                }
                #expect(await create("/api/players", key: "K", ada).id == first)
                try await server.database.write { connection in
                    try connection.run("UPDATE idempotency_keys SET used_at = used_at - 200")
                }
                #expect(await create("/api/players", key: "K", ada).id != first)
                #expect(try await count("SELECT COUNT(*) FROM idempotency_keys", server) == [.number(1)])
            }
        }

        @Test(arguments: Backend.all)
        func `keys that nobody uses any more are removed at a start`(backend: Backend) async throws {
            try await backend.withDatabase { location in
                let first = try TestServer(try await location.open())
                _ = await create("/api/players", key: "K", try await first.user())
                try await first.database.write { connection in
                    try connection.run("UPDATE idempotency_keys SET used_at = used_at - 86500")
                }
                await first.server.stop()
                let second = try TestServer(try await location.open())
                #expect(try await count("SELECT COUNT(*) FROM idempotency_keys", second) == [.number(0)])
                await second.server.stop()
            }
        }

        @Test(arguments: ["a b", "é", String(repeating: "k", count: 256)])
        func `FG-API-22 a key with blanks, other characters or too many is bad`(key: String) async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                let answer = await create("/api/players", key: key, ada)
                #expect(answer.status == 400)
                #expect(answer.reason == "An Idempotency-Key has 1 to 255 visible ASCII characters.")
                #expect(try await counts(server) == [.number(0), .number(0)])
            }
        }
    }
}

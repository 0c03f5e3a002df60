import GatherServer
import Testing

extension ServerTests {
    /// The tables of an existing database when a server starts.
    @Suite struct MigrationTests {
        @Test(arguments: Backend.all)
        func `tables that cannot be made are a reason not to start, in a sentence`(backend: Backend) async throws {
            try await backend.withDatabase { location in
                let database = try await location.open()
                // Without this table, the other tables look like those of another program.
                try await database.write { try $0.run("DROP TABLE migrations") }
                await database.close()
                let error = await #expect(throws: DatabaseStartError.self) { _ = try await location.open() }
                #expect(error?.description.hasPrefix("The tables of the database cannot be brought") == true)
            }
        }

        @Test(arguments: Backend.all)
        func `tables of the first version get what was added since, and keep their rows`(backend: Backend) async throws
        {
            try await backend.withDatabase { location in
                let first = try TestServer(try await location.open())
                let token = try await first.user().token
                let id = await Client(port: first.server.port, token: token).addPlayer("Zoe")
                try await first.database.write { connection in
                    try connection.run("DROP TABLE idempotency_keys")
                    try connection.run("ALTER TABLE players DROP COLUMN version")
                    try connection.run("ALTER TABLE tokens DROP COLUMN used_at")
                    try connection.run("DELETE FROM migrations WHERE version >= 2")
                }
                await first.server.stop()

                let second = try TestServer(try await location.open())
                let ada = Client(port: second.server.port, token: token)
                #expect(try await ada.players().map { "\($0.id)" } == [id])
                let headers = ["Idempotency-Key: K"]
                for _ in 1...2 {
                    let answer = await ada.ask("POST", "/api/players", json: #"{"name": "Ann"}"#, headers: headers)
                    #expect(answer.status == 201)
                }
                #expect(try await ada.players().map(\.name) == ["Zoe", "Ann"])
                await second.server.stop()
            }
        }
    }
}

import GatherServer
import Testing

extension ServerTests {
    /// Features that only PostgreSQL has. The tests of the routes run on it, too.
    @Suite(.enabled(if: PostgreSQL.isInstalled, "PostgreSQL is not installed: apt-get install postgresql"))
    struct PostgreSQLTests {
        @Test func `several servers share a database: what one writes the other reads`() async throws {
            try await PostgreSQL.withDatabase { location in
                // Both servers create the tables at the same time.
                async let first = location.open()
                async let second = location.open()
                let (one, other) = (try TestServer(try await first), try TestServer(try await second))
                let ada = try await one.user()
                let elsewhere = Client(port: other.server.port, token: ada.token)
                let id = await elsewhere.addPlayer("Zoe")
                #expect(try await ada.players().map { "\($0.id)" } == [id])
                #expect(await elsewhere.register("ada").status == 500, "names are taken on both")
                #expect(await ada.ask("DELETE", "/api/users/login").status == 204)
                #expect(await elsewhere.ask("GET", "/api/players").status == 401)
                await one.server.stop()
                await other.server.stop()
            }
        }

        @Test func `while it is down requests are refused, and afterwards nothing is lost`() async throws {
            try await PostgreSQL.withOne { running, location in
                let server = try TestServer(try await location.open())
                let ada = try await server.user()
                let first = await ada.addPlayer("Zoe")
                try await running.stop()
                for (method, json) in [("GET", nil), ("POST", #"{"name": "Ann"}"#)] {
                    let answer = await ada.ask(method, "/api/players", json: json)
                    #expect(answer.status == 503 && answer.reason == "Service Unavailable", "\(server.log.text)")
                }
                try await running.start()
                let second = await ada.addPlayer("Ann")
                #expect(try await ada.players().map { "\($0.id)" } == [first, second])
                await server.server.stop()
            }
        }

        @Test func `many writes at once wait for a connection, and all of them are done`() async throws {
            try await PostgreSQL.withDatabase { location in
                let server = try TestServer(try await location.open())
                let ada = try await server.user()
                let ids = await withTaskGroup { group in
                    for number in 1...50 { group.addTask { await ada.addPlayer("\(number)") } }
                    return await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(ids.count == 50)
                #expect(try await Set(ada.players().map { "\($0.id)" }) == ids)
                await server.server.stop()
            }
        }
    }
}

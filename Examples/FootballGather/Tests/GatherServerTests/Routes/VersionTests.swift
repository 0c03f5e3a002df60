import GatherServer
import Testing

extension ServerTests {
    /// D19: versions of players, so that an old copy does not replace a newer one.
    @Suite struct VersionTests {
        private struct Versioned: Decodable, Equatable {
            var name: String
            var version: Int?
        }

        private static let change = #"{"name": "Zoé"}"#

        private func listed(_ client: Client, _ headers: [String] = []) async throws -> [Versioned] {
            try await client.ask("GET", "/api/players", headers: headers).decoded()
        }

        @Test(arguments: Backend.all)
        func `D19 FG-API-06 a list has versions if they are preferred, and otherwise it is as before`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let id = await ada.addPlayer("Zoe")
                #expect(await ada.ask("GET", "/api/players").body == #"[{"id":\#(id),"name":"Zoe"}]"#)
                let answer = await ada.ask("GET", "/api/players", headers: ["Prefer: versions"])
                #expect(answer.body == #"[{"id":\#(id),"name":"Zoe","version":1}]"#)
                #expect(answer.headers["preference-applied"] == "versions")
                _ = await ada.ask("PUT", "/api/players/\(id)", json: Self.change)
                #expect(try await listed(ada, ["Prefer: a, versions"]) == [Versioned(name: "Zoé", version: 2)])
            }
        }

        @Test(arguments: Backend.all)
        func `D19 FG-API-08 a change of an old copy is refused, and changes nothing`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let id = await ada.addPlayer("Zoe")
                let place = "/api/players/\(id)"
                #expect(await ada.ask("GET", place).headers["etag"] == #""1""#)
                let first = await ada.ask("PUT", place, json: #"{"name": "Zora"}"#, headers: [#"If-Match: "1""#])
                #expect(first.status == 204 && first.headers["etag"] == #""2""#)
                for stale in [#""1""#, #"W/"2""#, "2", #""", "x""#, #""22""#, ""] {
                    let answer = await ada.ask("PUT", place, json: Self.change, headers: ["If-Match: \(stale)"])
                    #expect(answer.status == 412 && answer.reason == "Precondition Failed", "\(stale): \(answer)")
                }
                let newest = await ada.ask("GET", place)
                #expect(newest.status == 200 && newest.body == #"{"id":\#(id),"name":"Zora","version":2}"#)
                for current in [#""1", "2""#, "*"] {
                    #expect(
                        await ada.ask("PUT", place, json: Self.change, headers: ["If-Match: \(current)"]).status == 204)
                    _ = await ada.ask("PUT", place, json: #"{"name": "Zora"}"#)
                    try await server.database.write { try $0.run("UPDATE players SET version = 2") }
                }
                #expect(await ada.ask("PUT", place, json: Self.change).status == 204, "without the header, as before")
            }
        }

        @Test(arguments: Backend.all)
        func `D19 FG-API-08 of two changes of one copy at the same time, one is refused`(backend: Backend) async throws
        {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let id = await ada.addPlayer("Zoe")
                let statuses = await withTaskGroup(of: Int.self) { group in
                    for number in 1...8 {
                        group.addTask {
                            await ada.ask(
                                "PUT", "/api/players/\(id)", json: #"{"name": "\#(number)"}"#,
                                headers: [#"If-Match: "1""#]
                            ).status
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.sorted() == [204] + Array(repeating: 412, count: 7))
            }
        }

        @Test func `D19 FG-API-08 a player of somebody else, or that is gone, is not found, whatever the version`()
            async throws
        {
            try await withServer(.sqlite) { server in
                let (ada, ben) = (try await server.user("ada"), try await server.user("ben"))
                let id = await ada.addPlayer("Zoe")
                for (client, id) in [(ben, id), (ada, "999")] {
                    let change = await client.ask(
                        "PUT", "/api/players/\(id)", json: Self.change, headers: [#"If-Match: "1""#])
                    #expect(change.status == 404)
                    #expect(await client.ask("GET", "/api/players/\(id)").status == 404)
                }
                #expect(await ada.ask("GET", "/api/players/x").status == 404, "as without the route")
            }
        }
    }

    /// D18, FG-API-M2: how long a token is accepted.
    @Suite struct ExpiryTests {
        private static let day = 24 * 60 * 60

        @Test(arguments: Backend.all)
        func `D18 FG-API-M2 a token that was not used for thirty days is refused, and each use counts`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                func age(_ days: Int) async throws {
                    try await server.database.write {
                        try $0.run("UPDATE tokens SET used_at = used_at - $1", .number(days * Self.day))
                    }
                }
                for _ in 1...3 {
                    try await age(29)
                    #expect(await ada.ask("GET", "/api/players").status == 200)
                }
                try await age(30)
                #expect(await ada.ask("GET", "/api/players").status == 401)
                // The next login removes what has expired.
                #expect(await ada.logIn("ada").status == 200)
                let count = try await server.database.read { try $0.run("SELECT COUNT(*) FROM tokens").map(\.values) }
                #expect(count == [[.number(1)]])
            }
        }
    }
}

import GatherServer
import Testing

extension ServerTests {
    /// FG-API-06 to FG-API-10: players.
    @Suite struct PlayerTests {
        @Test(arguments: Backend.all)
        func `FG-API-06 FG-API-07 FG-API-20 FG-API-M3 players are listed in the order of adding`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let (ada, ben) = (try await server.user("ada"), try await server.user("ben"))
                let empty = await ada.ask("GET", "/api/players")
                #expect(empty.status == 200 && empty.body == "[]")
                let first = await ada.ask("POST", "/api/players", json: #"{"name": "Zoe"}"#)
                #expect(first.status == 201 && first.body.isEmpty)
                #expect(first.headers["location"] == "/api/players/\(first.id)")
                let other = await ben.addPlayer("Ben's")
                let full = #"""
                    {"name": "Ann 암호 'x'", "age": 21, "skill": "amateur", "preferredPosition": "striker",
                    "favouriteTeam": "", "id": 7, "userId": "U", "more": [1]}
                    """#
                let second = await ada.ask("POST", "/api/players", json: full).id
                #expect(Set([first.id, other, second]).count == 3, "ids are those of all users")
                #expect(
                    try await ada.players() == [
                        Listed(id: try #require(Int(first.id)), name: "Zoe"),
                        Listed(
                            id: try #require(Int(second)), name: "Ann 암호 'x'", age: 21, skill: "amateur",
                            preferredPosition: "striker", favouriteTeam: ""),
                    ])
                #expect(await ben.ask("GET", "/api/players").body == #"[{"id":\#(other),"name":"Ben's"}]"#)
            }
        }

        @Test(arguments: [
            ("{}", "Value required for key 'name'."), (#"{"name": null}"#, "Value required for key 'name'."),
            (#"{"name": 1}"#, "Bad Request"), (#"{"name": "A", "skill": "expert"}"#, "Bad Request"),
            (#"{"name": "A", "preferredPosition": "Striker"}"#, "Bad Request"),
            (#"{"name": "A", "age": "21"}"#, "Bad Request"), (#"{"name": "A", "age": 1.5}"#, "Bad Request"),
            (#"{"name": "A", "age": 9223372036854775808}"#, "Bad Request"), ("", "Bad Request"),
            (#"{"name": "A\u0000"}"#, "Bad Request"), (#"{"name": "\ud800"}"#, "Bad Request"),
        ])
        func `FG-API-07 FG-API-08 FG-API-22 what is missing or unknown is bad, and nothing is stored`(
            body: String, reason: String
        ) async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                let id = await ada.addPlayer("Zoe")
                for (method, path) in [("POST", "/api/players"), ("PUT", "/api/players/\(id)")] {
                    let answer = await ada.ask(method, path, json: body)
                    #expect(answer.status == 400 && answer.reason == reason, "\(method): \(answer)")
                }
                #expect(try await ada.players().map(\.name) == ["Zoe"])
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-08 a change replaces everything, and what is omitted is gone`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let id = await ada.addPlayer("Zoe")
                let number = try #require(Int(id))
                let full = #"{"name": "Zoé", "age": -1, "skill": "beginner", "favouriteTeam": "FC"}"#
                let answer = await ada.ask("PUT", "/api/players/\(id)", json: full)
                #expect(answer.status == 204 && answer.body.isEmpty)
                #expect(
                    try await ada.players() == [
                        Listed(id: number, name: "Zoé", age: -1, skill: "beginner", favouriteTeam: "FC")
                    ])
                let changed = await ada.ask(
                    "PUT", "/api/players/\(id)", json: #"{"name": "", "preferredPosition": "winger"}"#)
                #expect(changed.status == 204)
                #expect(try await ada.players() == [Listed(id: number, name: "", preferredPosition: "winger")])
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-09 FG-API-M5 a deleted player is in no list, and in no gather`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let (zoe, ann, gather) = (await ada.addPlayer("Zoe"), await ada.addPlayer("Ann"), await ada.addGather())
                for id in [zoe, ann] {
                    _ = await ada.ask("POST", "/api/gathers/\(gather)/players/\(id)", json: #"{"team": "Team A"}"#)
                }
                #expect(await ada.ask("DELETE", "/api/players/\(ann)").status == 204)
                #expect(await ada.ask("DELETE", "/api/players/\(ann)").status == 404)
                #expect(try await ada.players().map(\.name) == ["Zoe"])
                let left: [Listed] = try await ada.ask("GET", "/api/gathers/\(gather)/players").decoded()
                #expect(left.map(\.name) == ["Zoe"])
                #expect(await ada.addPlayer("New") != ann, "an id is never given again")
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-10 the gathers of a player are in the order of making`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let (zoe, ann) = (await ada.addPlayer("Zoe"), await ada.addPlayer("Ann"))
                let gathers = [await ada.addGather(), await ada.addGather(), await ada.addGather()]
                for gather in [gathers[2], gathers[0]] {
                    _ = await ada.ask("POST", "/api/gathers/\(gather)/players/\(zoe)", json: #"{"team": "Team B"}"#)
                }
                _ = await ada.ask("PUT", "/api/gathers/\(gathers[0])", json: #"{"score": "1-1", "winnerTeam": "None"}"#)
                let found: [ListedGather] = try await ada.ask("GET", "/api/players/\(zoe)/gathers").decoded()
                #expect(found.map(\.id) == [gathers[0], gathers[2]])
                #expect(found.map(\.score) == ["1-1", nil] && found.map(\.winnerTeam) == ["None", nil])
                #expect(await ada.ask("GET", "/api/players/\(ann)/gathers").body == "[]")
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-08 FG-API-09 FG-API-10 another user's player is not found, like an unknown one`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let (ada, ben) = (try await server.user("ada"), try await server.user("ben"))
                let id = await ada.addPlayer("Zoe")
                for (method, path, json) in [
                    ("PUT", "/api/players/", #"{"name": "Mine"}"#), ("DELETE", "/api/players/", nil),
                    ("GET", "/api/players/:/gathers", nil),
                ] {
                    func answer(_ id: String) async -> Answer {
                        let place = path.contains(":") ? path.replacing(":", with: id) : path + id
                        return await ben.ask(method, place, json: json)
                    }
                    let (foreign, unknown) = (await answer(id), await answer("999999"))
                    #expect(foreign.status == 404 && foreign.reason == "Not Found")
                    #expect(unknown.status == 404 && unknown.body == foreign.body)
                    #expect(await answer("-1").status == 404)
                    for bad in ["x", "1.0", "9223372036854775808", "1x"] {
                        #expect(await answer(bad).status == 400, "\(method) \(bad)")
                    }
                }
                #expect(try await ada.players().map(\.name) == ["Zoe"])
            }
        }
    }
}

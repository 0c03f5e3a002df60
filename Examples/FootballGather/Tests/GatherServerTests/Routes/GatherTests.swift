import Foundation
import GatherServer
import Testing

extension ServerTests {
    /// FG-API-11 to FG-API-16: gathers.
    @Suite struct GatherTests {
        @Test(arguments: Backend.all)
        func `FG-API-11 FG-API-12 FG-API-20 FG-API-M4 a new gather has neither score nor winner`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user("ada")
                _ = try await server.user("ben")
                let owner = try await ada.logIn("ada").decoded(LogIn.self).userID
                let created = await ada.ask("POST", "/api/gathers", json: "{}")
                #expect(created.status == 201 && created.body.isEmpty)
                #expect(created.headers["location"] == "/api/gathers/\(created.id)")
                #expect(UUID(uuidString: created.id)?.uuidString == created.id)
                #expect(
                    await ada.ask("GET", "/api/gathers").body == #"[{"id":"\#(created.id)","userId":"\#(owner)"}]"#)
            }
        }

        @Test(arguments: ["", "{", "[1]", #"{"score": 3}"#])
        func `FG-API-12 the body is ignored`(body: String) async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                #expect(await ada.ask("POST", "/api/gathers", json: body).status == 201)
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-13 score and winner are stored as they are, and both are needed`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let id = await ada.addGather()
                let answer = await ada.ask(
                    "PUT", "/api/gathers/\(id)", json: #"{"score": "3-1", "winnerTeam": "Team A"}"#)
                #expect(answer.status == 204 && answer.body.isEmpty)
                func stored() async throws -> [String?] {
                    let all: [ListedGather] = try await ada.ask("GET", "/api/gathers").decoded()
                    return [all.first?.score, all.first?.winnerTeam]
                }
                #expect(try await stored() == ["3-1", "Team A"])
                for (body, reason) in [
                    (#"{"score": "3-1"}"#, "Value required for key 'winnerTeam'."),
                    (#"{"winnerTeam": "None"}"#, "Value required for key 'score'."),
                    (#"{"score": 3, "winnerTeam": "None"}"#, "Bad Request"),
                ] {
                    let bad = await ada.ask("PUT", "/api/gathers/\(id)", json: body)
                    #expect(bad.status == 400 && bad.reason == reason)
                }
                #expect(try await stored() == ["3-1", "Team A"])
                #expect(
                    await ada.ask("PUT", "/api/gathers/\(id)", json: #"{"score": "", "winnerTeam": ""}"#).status == 204)
                #expect(try await stored() == ["", ""])
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-14 a deleted gather is gone, and its players stay`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let (gather, player) = (await ada.addGather(), await ada.addPlayer("Zoe"))
                _ = await ada.ask("POST", "/api/gathers/\(gather)/players/\(player)", json: #"{"team": "Team A"}"#)
                #expect(await ada.ask("DELETE", "/api/gathers/\(gather)").status == 204)
                #expect(await ada.ask("DELETE", "/api/gathers/\(gather)").status == 404)
                #expect(await ada.ask("GET", "/api/gathers").body == "[]")
                #expect(await ada.ask("GET", "/api/players/\(player)/gathers").body == "[]")
                #expect(try await ada.players().count == 1)
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-15 FG-API-16 FG-API-M5 a player is in a gather once, in the team that came last`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let (gather, zoe, ann) = (await ada.addGather(), await ada.addPlayer("Zoe"), await ada.addPlayer("Ann"))
                for (id, team) in [(ann, "Team A"), (zoe, "Team B"), (ann, "any text")] {
                    let answer = await ada.ask(
                        "POST", "/api/gathers/\(gather.lowercased())/players/\(id)", json: #"{"team": "\#(team)"}"#)
                    #expect(answer.status == 200 && answer.body.isEmpty)
                }
                let answer = await ada.ask("GET", "/api/gathers/\(gather)/players")
                #expect(try answer.decoded([Listed].self).map(\.name) == ["Ann", "Zoe"])
                #expect(!answer.body.contains("team"))
                let teams = try await server.database.read {
                    try $0.run("SELECT team FROM gather_players ORDER BY number").map(\.values)
                }
                #expect(teams == [[.string("any text")], [.string("Team B")]])
            }
        }

        @Test func `FG-API-15 FG-API-22 a team is needed, and ids of the right kind`() async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                let (gather, player) = (await ada.addGather(), await ada.addPlayer("Zoe"))
                let bad = await ada.ask("POST", "/api/gathers/\(gather)/players/\(player)", json: "{}")
                #expect(bad.status == 400 && bad.reason == "Value required for key 'team'.")
                let team = #"{"team": "Team A"}"#
                #expect(await ada.ask("POST", "/api/gathers/7/players/\(player)", json: team).status == 400)
                #expect(await ada.ask("POST", "/api/gathers/\(gather)/players/x", json: team).status == 400)
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-13 FG-API-14 FG-API-15 FG-API-16 what belongs to another user is not found, like what is unknown`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let (ada, ben) = (try await server.user("ada"), try await server.user("ben"))
                let (hers, zoe) = (await ada.addGather(), await ada.addPlayer("Zoe"))
                let (his, max) = (await ben.addGather(), await ben.addPlayer("Max"))
                let unknown = UUID().uuidString
                for id in [hers, unknown] {
                    let answers = [
                        await ben.ask("PUT", "/api/gathers/\(id)", json: #"{"score": "9-0", "winnerTeam": "B"}"#),
                        await ben.ask("DELETE", "/api/gathers/\(id)"),
                        await ben.ask("GET", "/api/gathers/\(id)/players"),
                        await ben.ask("POST", "/api/gathers/\(id)/players/\(max)", json: #"{"team": "Team A"}"#),
                    ]
                    for answer in answers { #expect(answer.status == 404 && answer.reason == "Not Found") }
                }
                for player in [zoe, "999999"] {
                    let answer = await ben.ask("POST", "/api/gathers/\(his)/players/\(player)", json: #"{"team": "A"}"#)
                    #expect(answer.status == 404)
                }
                let gathers: [ListedGather] = try await ada.ask("GET", "/api/gathers").decoded()
                #expect(gathers.map(\.score) == [nil])
                #expect(await ben.ask("GET", "/api/gathers/\(his)/players").body == "[]")
            }
        }
    }
}

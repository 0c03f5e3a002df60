import CISWorkers
import Foundation
import GatherScenes
import GatherServices
import Testing

/// FG-NET-01 to FG-NET-07, FG-NET-10 to FG-NET-14, FG-MOD-04, FG-MOD-05, FG-MOD-08: players and gathers.
@Suite struct GatherServiceTests {
    private static let uuid = "E7BC6D44-D2B7-4C28-A8B1-70ED5D3E0F16"
    private static let key = RequestKey("K")
    private let ada = Player(id: 5, name: "Ada", age: 30, skill: .amateur, preferredPosition: .winger)

    private func json(_ text: String) throws -> [String: String] {
        let values = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return values.mapValues { "\($0)" }
    }

    @Test func `FG-NET-01 FG-NET-02 every request says JSON, and has the token`() async throws {
        let client = try await Client(.response(200, [:], "[]"), token: "T")
        #expect(try await client.service.players() == [])
        #expect(client.transport.sent == [.init(line: "GET /api/players", authorization: "Bearer T", body: "")])
        let headers = try #require(client.transport.requests.first?.headers)
        #expect(headers["Content-Type"] == "application/json" && headers["Accept"] == "application/json")
    }

    @Test func `FG-NET-02 without a token the request is sent without the header`() async throws {
        let client = try await Client(.response(200, [:], "[]"))
        _ = try await client.service.players()
        #expect(client.transport.sent.map(\.authorization) == [nil])
    }

    @Test func `FG-NET-04 FG-MOD-04 FG-API-26 players are read; what is unknown is nothing, other keys are ignored`()
        async throws
    {
        let text = """
            [{"id": 1, "name": "Ada", "age": 30, "skill": "amateur", "preferredPosition": "goalkeeper",
              "favouriteTeam": "Rovers", "userId": "U"},
             {"id": 2, "name": "Ben", "skill": "wizard", "preferredPosition": null}, {"id": 3, "name": ""}]
            """
        let players = try await Client(.response(200, [:], text)).service.players()
        #expect(
            players == [
                Player(
                    id: 1, name: "Ada", age: 30, skill: .amateur, preferredPosition: .goalkeeper,
                    favouriteTeam: "Rovers"),
                Player(id: 2, name: "Ben"), Player(id: 3, name: ""),
            ])
    }

    @Test(arguments: [
        (ScriptedTransport.Answer.response(200), "unexpectedResponse"),
        (.response(500, [:], "[]"), "unexpectedResponse"),
        (.response(401, [:], #"{"error": true, "reason": "User not authenticated."}"#), "sessionEnded"),
    ])
    func `FG-NET-04 FG-API-21 no players are read of an empty answer, or of one with another status`(
        answer: ScriptedTransport.Answer, name: String
    ) async throws {
        #expect(try await Client(answer).outcome { _ = try await $0.players() } == name)
    }

    @Test(arguments: [#"{"error": true}"#, #"[{"name": "Ada"}]"#, "<html>"])
    func `FG-NET-04 an answer that is no list of players is a decoding error, which shows nothing of it`(
        body: String
    ) async throws {
        let outcome = try await Client(.response(200, [:], body)).outcome { _ = try await $0.players() }
        #expect(outcome != "ok" && !outcome.contains("Ada") && !outcome.contains("html"))
    }

    @Test func `FG-API-07 FG-API-12 each request that creates something has its key, and other requests have none`()
        async throws
    {
        let client = try await Client(.created("/api/players/7"), .created("/api/gathers/\(Self.uuid)"), .response(204))
        let (first, second) = (client.service.newKey(), client.service.newKey())
        #expect(first != second)
        try await client.service.addPlayer(named: "Dina", first)
        _ = try await client.service.createGather(second)
        _ = try await client.service.updatePlayer(ada)
        let keys = client.transport.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys == [first.text, second.text, nil])
    }

    @Test func `FG-NET-03 FG-MOD-05 a new player has only a name`() async throws {
        let client = try await Client(.created("/api/players/7"))
        try await client.service.addPlayer(named: #"Dina "D"; DROP TABLE"#, Self.key)
        #expect(client.transport.sent.map(\.line) == ["POST /api/players"])
        #expect(try json(try #require(client.transport.sent.first).body) == ["name": #"Dina "D"; DROP TABLE"#])
    }

    @Test func `FG-NET-05 FG-MOD-05 an update sends all that is known, and nothing else`() async throws {
        let client = try await Client(.response(204))
        _ = try await client.service.updatePlayer(ada)
        #expect(client.transport.sent.map(\.line) == ["PUT /api/players/5"])
        #expect(
            try json(try #require(client.transport.sent.first).body) == [
                "name": "Ada", "age": "30", "skill": "amateur", "preferredPosition": "winger",
            ])
    }

    @Test func `FG-NET-13 FG-NET-14 a second attempt goes to the same place as the first`() async throws {
        let client = try await Client(.response(500), .response(204))
        #expect(await client.outcome { _ = try await $0.updatePlayer(ada) } == "unexpectedResponse")
        #expect(await client.outcome { _ = try await $0.updatePlayer(ada) } == "ok")
        #expect(client.transport.sent.map(\.line) == ["PUT /api/players/5", "PUT /api/players/5"])
    }

    @Test(arguments: [200, 201, 400, 404, 500])
    func `FG-NET-05 FG-NET-06 only 204 is a success`(status: Int) async throws {
        let client = try await Client(.response(status))
        let deletion = status == 404 ? "playerDeleted" : "unexpectedResponse"  // D22
        let update = status == 400 ? "textTooLong" : deletion
        #expect(await client.outcome { _ = try await $0.updatePlayer(ada) } == update)
        #expect(await client.outcome { try await $0.deletePlayer(5) } == deletion)
        #expect(
            await client.outcome { try await $0.endGather("U", score: "1-1", winner: "None") } == "unexpectedResponse")
    }

    @Test(arguments: [400, 413]) func `FG-NET-12 D22 a text that is too long is an error of its own`(status: Int)
        async throws
    {
        let client = try await Client(.response(status))
        let name = String(repeating: "a", count: 256)
        #expect(await client.outcome { try await $0.addPlayer(named: name, Self.key) } == "textTooLong")
        var player = ada
        player.favouriteTeam = name
        #expect(await client.outcome { _ = try await $0.updatePlayer(player) } == "textTooLong")
    }

    @Test func `FG-NET-06 deleting names the player`() async throws {
        let client = try await Client(.response(204), token: "T")
        try await client.service.deletePlayer(5)
        #expect(client.transport.sent == [.init(line: "DELETE /api/players/5", authorization: "Bearer T", body: "")])
    }

    @Test func `FG-NET-03 FG-NET-07 FG-MOD-08 a new gather is an empty object, and its id is upper-case`() async throws
    {
        let client = try await Client(.created("/api/gathers/\(Self.uuid.lowercased())"))
        #expect(try await client.service.createGather(Self.key) == .uuid(Self.uuid))
        #expect(client.transport.sent.map(\.line) == ["POST /api/gathers"] && client.transport.sent[0].body == "{}")
    }

    @Test(arguments: [
        (ScriptedTransport.Answer.created("/api/gathers/12"), "ok"), (.response(201), "locationHeaderNotFound"),
        (.response(200, ["Location": "/api/gathers/12"]), "unexpectedResponse"),
        (.created("/api/gathers/new"), "unexpectedResourceIDType"), (.created("/"), "unexpectedResourceIDType"),
        (.response(201, ["location": "/api/gathers/12"]), "ok"), (.response(401), "sessionEnded"),
    ])
    func `FG-NET-03 status, location and id are checked in this order`(
        answer: ScriptedTransport.Answer, name: String
    ) async throws {
        #expect(try await Client(answer).outcome { _ = try await $0.createGather(Self.key) } == name)
    }

    @Test func `FG-NET-10 a player is added with the name of the team`() async throws {
        let client = try await Client(.response(200), token: "T")
        try await client.service.add(TeamPlayer(ada, in: .teamB), toGather: Self.uuid)
        #expect(
            client.transport.sent == [
                .init(
                    line: "POST /api/gathers/\(Self.uuid)/players/5", authorization: "Bearer T",
                    body: #"{"team":"Team B"}"#)
            ])
        let deleted = try await Client(.response(404))
        #expect(
            await deleted.outcome { try await $0.add(TeamPlayer(ada, in: .teamB), toGather: Self.uuid) }
                == "playerDeleted", "D22")
        let other = try await Client(.response(201))
        #expect(
            await other.outcome { try await $0.add(TeamPlayer(ada, in: .teamB), toGather: Self.uuid) }
                == "unexpectedResponse")
    }

    @Test func `FG-GATHER-05 FG-MOD-08 the end of a gather has score and winner`() async throws {
        let client = try await Client(.response(204))
        try await client.service.endGather(Self.uuid, score: "3-1", winner: "Team A")
        #expect(client.transport.sent.map(\.line) == ["PUT /api/gathers/\(Self.uuid)"])
        #expect(try json(client.transport.sent[0].body) == ["score": "3-1", "winnerTeam": "Team A"])
    }

    @Test func `FG-NET-11 the players of a gather`() async throws {
        let client = try await Client(.response(200, [:], #"[{"id": 5, "name": "Ada"}]"#))
        #expect(try await client.service.players(ofGather: Self.uuid) == [Player(id: 5, name: "Ada")])
        #expect(client.transport.sent.map(\.line) == ["GET /api/gathers/\(Self.uuid)/players"])
    }

    @Test(arguments: [
        (HTTPError(.notConnected), "noConnection"), (HTTPError(.connectionLost), "noConnection"),
        (HTTPError(.timedOut), "noAnswer"), (HTTPError(.tooLarge), "unexpectedResponse"),
    ])
    func `FG-NET-12 D22 the screens get the kind of an error, and the log its description`(
        error: HTTPError, name: String
    ) async throws {
        let client = try await Client(.error(error))
        #expect(await client.outcome { _ = try await $0.createGather(Self.key) } == name)
        #expect(client.logged.contains("\(error)"))
    }

    @Test func `FG-NET-05 D19 a change names the version of its copy; a refused one gives the newest`() async throws {
        var old = ada
        old.version = 3
        let newest = #"{"id": 5, "name": "Ida", "version": 4}"#
        let client = try await Client(.response(412), .response(200, [:], newest))
        await #expect(throws: ServiceError.changedElsewhere(Player(id: 5, name: "Ida", version: 4))) {
            _ = try await client.service.updatePlayer(old)
        }
        #expect(client.transport.sent.map(\.line) == ["PUT /api/players/5", "GET /api/players/5"])
        #expect(client.transport.requests.first?.headers["If-Match"] == #""3""#)
        let fine = try await Client(.response(204, ["ETag": #""4""#]))
        #expect(try await fine.service.updatePlayer(old).version == 4)
        let before = try await Client(.response(204))
        #expect(try await before.service.updatePlayer(ada).version == nil)
        #expect(before.transport.requests.first?.headers["If-Match"] == nil, "a server without versions")
    }

    @Test
    func `FG-NET-04 D20 a list that is asked for after a change waits for its answer, even if the change was left`()
        async throws
    {
        let transport = HeldTransport()
        let client = try await Client(transport, storage: .memory)
        let adding = Task { try await client.service.addPlayer(named: "Dina", Self.key) }
        await transport.whenSent(1)
        adding.cancel()
        async let players = client.service.players()
        transport.answer(HTTPResponse(status: 201, headers: ["Location": "/api/players/7"]))
        await transport.whenSent(2)
        transport.answer(HTTPResponse(status: 200, body: Data(#"[{"id": 7, "name": "Dina"}]"#.utf8)))
        #expect(try await players.map(\.name) == ["Dina"])
        #expect(transport.methods == ["POST", "GET"])
    }
}

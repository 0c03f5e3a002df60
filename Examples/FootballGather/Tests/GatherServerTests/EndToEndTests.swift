import CISWorkers
import Foundation
import GatherScenes
import GatherServer
import GatherServices
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ServerTests {
    /// The app's own client, over the network, against the server.
    @Suite struct EndToEndTests {
        @Test(arguments: Backend.all)
        func
            `FG-NET-01 to FG-NET-11, FG-STORE-04 the app's service registers, logs in, edits players and plays a gather`(
                backend: Backend
            ) async throws
        {
            try await withServer(backend) { server in
                let storage = GatherStorage(secrets: MemoryStore(), preferences: MemoryStore())
                let address = try #require(URL(string: "http://127.0.0.1:\(server.server.port)"))
                let service = GatherService(
                    address, storage: storage, transport: URLSessionTransport(), patience: .seconds(60))
                let password = Password("demo-password")

                await #expect(throws: ServiceError.wrongCredentials) {
                    try await service.logIn(username: "ada", password: password)
                }
                try await service.register(username: "ada", password: password)
                await #expect(throws: ServiceError.usernameTaken) {
                    try await service.register(username: "ada", password: password)
                }
                await #expect(throws: ServiceError.sessionEnded) { _ = try await service.players() }
                try await service.logIn(username: "ada", password: password)
                #expect(try await storage.secrets.value(for: .token) != nil)

                for name in ["Ann", "Ben", "Cem"] {
                    let key = service.newKey()
                    // The user sends the request again, because the answer to the first one was lost.
                    for _ in 1...2 { try await service.addPlayer(named: name, key) }
                }
                var players = try await service.players()
                #expect(players.map(\.name) == ["Ann", "Ben", "Cem"])
                players[1].preferredPosition = .striker
                players[1].age = 30
                let stale = players[1]
                players[1] = try await service.updatePlayer(players[1])
                #expect(players[1].version == 2)
                // The same change once more, because its answer was lost; and another one of the old copy.
                #expect(try await service.updatePlayer(stale) == players[1])
                var other = stale
                other.age = 40
                await #expect(throws: ServiceError.changedElsewhere(players[1])) {
                    _ = try await service.updatePlayer(other)
                }
                try await service.deletePlayer(players[2].id)
                players.removeLast()
                #expect(try await service.players() == players)

                let key = service.newKey()
                guard case .uuid(let id) = try await service.createGather(key) else {
                    Issue.record("a gather has a UUID")
                    return
                }
                #expect(try await service.createGather(key) == .uuid(id))
                try await service.add(TeamPlayer(players[0], in: .teamA), toGather: id)
                try await service.add(TeamPlayer(players[1], in: .teamB), toGather: id)
                #expect(try await service.players(ofGather: id).map(\.id) == players.map(\.id))
                try await service.endGather(id, score: "3-1", winner: "Team A")
                let stored = try await server.database.read {
                    try $0.run("SELECT score, winner_team FROM gathers").map(\.values)
                }
                #expect(stored == [[.string("3-1"), .string("Team A")]])

                let token = try await storage.secrets.value(for: .token)
                await service.logOut()
                #expect(try await storage.secrets.value(for: .token) == nil)
                #expect(
                    try await server.database.read { try $0.run("SELECT COUNT(*) FROM tokens").map(\.values) } == [
                        [.number(0)]
                    ])
                try await storage.secrets.set(token, for: .token)
                await #expect(throws: ServiceError.sessionEnded) { _ = try await service.players() }
            }
        }
    }
}

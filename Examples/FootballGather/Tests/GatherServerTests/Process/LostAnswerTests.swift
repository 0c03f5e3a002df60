import Foundation
import GatherServer
import Testing

extension ServerTests {
    /// The program is killed after it has stored something, and before its answer arrives. The client sends the same request again.
    @Suite struct LostAnswerTests {
        @Test(arguments: Backend.all)
        func `FG-API-07 FG-API-12 a request whose answer was lost by SIGKILL creates nothing twice when it is repeated`(
            backend: Backend
        ) async throws {
            try await backend.withDatabase { location in
                var token: String?
                for (path, key) in [("/api/players", "K1"), ("/api/gathers", "K2")] {
                    let first = try await ServerProcess(["--database", location.argument])
                    let proxy = try LossyProxy(to: first.port)
                    defer { proxy.close() }
                    if token == nil { token = try await Client(port: first.port).registered("ada").token }
                    let lost = proxy.loseNextAnswer()
                    let client = Client(port: proxy.port, token: token)
                    async let answer = create(path, key, client)
                    await lost.whenItArrives { _ = await first.end(SIGKILL) }
                    let status = await answer.status
                    #expect(status == 0, "no answer has arrived")

                    let second = try await ServerProcess(["--database", location.argument])
                    let ada = Client(port: second.port, token: token)
                    let before = try await ids(path, ada)
                    let stored = try #require(before.first, "the server has stored it")
                    let repeated = await create(path, key, ada)
                    #expect(repeated.status == 201 && repeated.id == stored)
                    #expect(try await ids(path, ada) == [stored])
                    #expect(await second.end(SIGTERM) == 0)
                }
            }
        }

        private func create(_ path: String, _ key: String, _ client: Client) async -> Answer {
            await client.ask("POST", path, json: #"{"name": "Zoe"}"#, headers: ["Idempotency-Key: \(key)"])
        }

        private func ids(_ path: String, _ client: Client) async throws -> [String] {
            let answer = await client.ask("GET", path)
            return path == "/api/players"
                ? try answer.decoded([Listed].self).map { "\($0.id)" }
                : try answer.decoded([ListedGather].self).map(\.id)
        }
    }
}

extension DatabaseLocation {
    /// The argument of the program.
    fileprivate var argument: String {
        switch self {
        case .file(let path): path
        case .postgreSQL(let address): address
        }
    }
}

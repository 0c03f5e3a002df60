import Foundation
import GatherServer
import Testing

extension ServerTests {
    /// FG-API-20 to FG-API-26: the rules for all routes.
    @Suite struct RuleTests {
        /// All routes that require a login.
        static let routes: [(String, String)] = [
            ("DELETE", "/api/users"), ("DELETE", "/api/users/login"), ("GET", "/api/players"), ("POST", "/api/players"),
            ("PUT", "/api/players/x"), ("DELETE", "/api/players/x"), ("GET", "/api/players/x/gathers"),
            ("GET", "/api/gathers"), ("POST", "/api/gathers"), ("PUT", "/api/gathers/x"), ("DELETE", "/api/gathers/x"),
            ("POST", "/api/gathers/x/players/y"), ("GET", "/api/gathers/x/players"),
        ]

        @Test func `FG-API-21 FG-API-25 without a token that is known, nothing else is looked at`() async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                let token = try #require(ada.token)
                let forged = [
                    nil, "", "x", String(token.dropLast()), token + "A", token.lowercased(), String(token.reversed()),
                    Data(repeating: 0, count: 32).base64EncodedString(), "' OR '1'='1",
                    String(repeating: "A", count: 5_000),
                ]
                for (method, path) in Self.routes {
                    for token in forged {
                        let client = Client(port: server.server.port, token: token)
                        let answer = await client.ask(method, path, json: "{")
                        #expect(
                            answer.status == 401 && answer.reason == "User not authenticated.",
                            "\(method) \(path) \(token ?? "-"): \(answer)")
                    }
                }
                let basic = Data("ada:secret".utf8).base64EncodedString()
                for scheme in ["Basic \(basic)", token, "Bearer", "Bearer \(token) \(token)", "Token \(token)"] {
                    let answer = await server.client.ask(
                        "GET", "/api/players", headers: ["Authorization: \(scheme)"])
                    #expect(answer.status == 401, "\(scheme)")
                }
                #expect(await ada.ask("GET", "/api/players").status == 200)
            }
        }

        @Test func `FG-API-25 a change with a bad body and a bad id says what is wrong with the body`() async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                #expect(await ada.ask("PUT", "/api/players/x", json: "{}").reason == "Value required for key 'name'.")
                #expect(await ada.ask("PUT", "/api/players/x", json: #"{"name": "A"}"#).reason == "Bad Request")
                #expect(await ada.ask("PUT", "/api/gathers/x", json: "{}").reason == "Value required for key 'score'.")
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-24 texts that are kept have at most 255 bytes, and a longer one is named`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                let (player, gather) = (await ada.addPlayer("Zoe"), await ada.addGather())
                for (count, isFine) in [(255, true), (256, false)] {
                    let text = quoted(String(repeating: "a", count: count))
                    for (method, path, json, name) in [
                        ("POST", "/api/players", #"{"name": \#(text)}"#, "name"),
                        ("PUT", "/api/players/\(player)", #"{"name": \#(text)}"#, "name"),
                        ("POST", "/api/players", #"{"name": "", "favouriteTeam": \#(text)}"#, "favourite team"),
                        ("PUT", "/api/gathers/\(gather)", #"{"score": \#(text), "winnerTeam": ""}"#, "score"),
                        ("PUT", "/api/gathers/\(gather)", #"{"score": "", "winnerTeam": \#(text)}"#, "winner"),
                        ("POST", "/api/gathers/\(gather)/players/\(player)", #"{"team": \#(text)}"#, "team"),
                    ] {
                        let answer = await ada.ask(method, path, json: json)
                        let reason = "A \(name) has at most 255 bytes."
                        #expect(
                            isFine ? answer.status < 300 : answer.status == 400 && answer.reason == reason,
                            "\(method) \(path): \(answer)")
                    }
                }
            }
        }

        @Test(arguments: [
            ("GET", "/"), ("GET", "/api"), ("GET", "/api/"), ("GET", "/api/player"), ("GET", "/api/players/"),
            ("GET", "//api/players"), ("GET", "/api//players"), ("GET", "/API/players"), ("PATCH", "/api/players"),
            ("POST", "/api/players/1"), ("DELETE", "/api/players"), ("OPTIONS", "/api/players"),
            ("GET", "/api/users/login"), ("PUT", "/api/users/login"), ("GET", "/api/gathers/x/players/y"),
            ("GET", "/api/players/1/gathers/2"), ("BREW", "/api/players"), ("GET", "/favicon.ico"),
        ])
        func `FG-API-22 an unknown route or method is not found`(method: String, path: String) async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                let answer = await ada.ask(method, path)
                let isUserID = path == "/api/users/login"
                #expect(answer.status == (method == "GET" && isUserID ? 400 : 404), "\(answer)")
                #expect(answer.reason != nil)
            }
        }

        @Test func `FG-API-26 what the client sends beside the fields is ignored`() async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                let created = await ada.ask("POST", "/api/players", json: #"{"name": "Zoe", "userId": "U", "id": -5}"#)
                #expect(created.status == 201 && created.id != "-5")
                let answer = await ada.ask("GET", "/api/players?userId=U&id=2")
                #expect(try answer.decoded([Listed].self).map(\.name) == ["Zoe"] && !answer.body.contains("userId"))
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-22 when the database fails, the client learns nothing of it, and the log no value`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let ada = try await server.user()
                try await server.database.write { try $0.run("DROP TABLE gather_players") }
                let gather = await ada.addGather()
                let answer = await ada.ask("GET", "/api/gathers/\(gather)/players")
                #expect(answer.status == 500 && answer.reason == "Something went wrong.")
                #expect(server.log.text.contains("A request failed"))
                #expect(!server.log.text.contains(gather) && !server.log.text.contains("SELECT"))
            }
        }
    }
}

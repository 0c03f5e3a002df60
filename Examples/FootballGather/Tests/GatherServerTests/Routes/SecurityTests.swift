import Foundation
import GatherServer
import Testing

extension ServerTests {
    /// Attacks on the server.
    @Suite struct SecurityTests {
        static let injections = [
            "'; DROP TABLE users; --", "' OR '1'='1", "\" OR \"\"=\"", "$1", "?1", "%s%n",
            "\\'; DELETE FROM players; --",
            "Robert'); DROP TABLE players;--", "x' UNION SELECT password FROM users --", "<script>alert(1)</script>",
            "\n\r\t",
        ]

        @Test(arguments: Backend.all)
        func `FG-API-03 FG-API-07 FG-API-13 FG-API-15 SQL in any field is a text like any other`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                for text in Self.injections {
                    let user = try await server.client.registered(text)
                    let name = quoted(text)
                    let player = await user.ask(
                        "POST", "/api/players", json: #"{"name": \#(name), "favouriteTeam": \#(name)}"#
                    ).id
                    _ = await user.ask(
                        "PUT", "/api/players/\(player)", json: #"{"name": \#(name), "favouriteTeam": \#(name)}"#)
                    let listed = try await user.players()
                    #expect(listed.map(\.name) == [text] && listed.map(\.favouriteTeam) == [text])
                    let gather = await user.addGather()
                    let end = #"{"score": \#(name), "winnerTeam": \#(name)}"#
                    #expect(await user.ask("PUT", "/api/gathers/\(gather)", json: end).status == 204)
                    let team = #"{"team": \#(name)}"#
                    #expect(
                        await user.ask("POST", "/api/gathers/\(gather)/players/\(player)", json: team).status == 200)
                    let gathers: [ListedGather] = try await user.ask("GET", "/api/gathers").decoded()
                    #expect(gathers.map(\.score) == [text] && gathers.map(\.winnerTeam) == [text])
                    #expect(
                        await user.ask("POST", "/api/players", json: #"{"name": "A", "skill": \#(name)}"#).status == 400
                    )
                    // The text in a header, and in a path.
                    #expect(await user.logIn(text, "' OR '1'='1").status == 401)
                    let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                    #expect(await user.ask("DELETE", "/api/players/\(escaped)").status == 400)
                    #expect(await user.ask("GET", "/api/users/\(escaped)").status == 400)
                }
                let users = await server.client.ask("GET", "/api/users")
                struct Entry: Decodable { var username: String }
                #expect(try users.decoded([Entry].self).map(\.username) == Self.injections)
            }
        }

        @Test(arguments: [
            "/api/players/../users", "/api/%2e%2e/etc/passwd", "/../../etc/passwd", "/api/players%2F1",
            "/api/players/1%00",
            "/api\\players", "/api/players/.", "/api/users/../../../../etc/shadow", "/%61pi/players",
            "/api/players;v=1",
            "/football-gather.sqlite", "/gather.sqlite",
        ])
        func `FG-API-22 a path leads to a route by its letters, or to nothing`(path: String) async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                let answer = await ada.ask("GET", path)
                #expect([400, 404].contains(answer.status), "\(answer)")
                #expect(!answer.body.contains("root:") && !answer.body.contains("SQLite"))
            }
        }

        @Test func `a page of another origin, and a name that is not the server's, get nothing`() async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                for origin in ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1.evil.example"] {
                    let answer = await ada.ask("GET", "/api/players", headers: ["Origin: \(origin)"])
                    #expect(answer.status == 403 && answer.headers["access-control-allow-origin"] == nil)
                    #expect(await ada.ask("OPTIONS", "/api/players", headers: ["Origin: \(origin)"]).status == 403)
                }
                #expect(await ada.ask("GET", "/api/players", host: "evil.example").status == 403)
                let own = "Origin: http://127.0.0.1:\(server.server.port)"
                #expect(await ada.ask("GET", "/api/players", headers: [own]).status == 200)
            }
        }

        @Test func `a body that is too large is not read`() async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                let limit = GatherServer.limits.body
                let name = String(repeating: "a", count: limit)
                #expect(await ada.ask("POST", "/api/players", json: #"{"name": "\#(name)"}"#).status == 413)
                let announced = ["Content-Type: application/json", "Content-Length: 99999999999999"]
                #expect(await ada.ask("POST", "/api/players", headers: announced).status == 413)
                // Without a length, the server notices the size only while it reads the body. Then it closes the connection.
                let chunk = "\r\n" + String(limit + 1, radix: 16) + "\r\n" + String(repeating: " ", count: limit + 1)
                let client = RawClient(port: ada.port)
                client.send(
                    "POST /api/players HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(ada.token ?? "")\r\n"
                        + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n" + chunk + "\r\n0\r\n\r\n")
                #expect(Answer(await client.readToEnd()).status != 201)
                #expect(try await ada.players().isEmpty)
                let most = #"{"name": "A"}"# + String(repeating: " ", count: limit - 20)
                #expect(await ada.ask("POST", "/api/players", json: most).status == 201)
            }
        }

        @Test func `headers that are too large, and what is no request, end a connection and nothing else`()
            async throws
        {
            try await withServer(.sqlite) { server in
                let ada = try await server.user()
                let large = await ada.ask(
                    "GET", "/api/players", headers: ["X: " + String(repeating: "x", count: 20_000)])
                #expect([413, 431, 0].contains(large.status), "\(large.status)")
                for text in ["GET\r\n\r\n", "\u{1}\u{2}\u{3}\r\n\r\n", "GET /api/players HTTP/9.9\r\n\r\n"] {
                    let client = RawClient(port: ada.port)
                    client.send(text + "GET /api/users HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    #expect(await !client.readToEnd().contains(" 200 "), "\(text)")
                }
                let deep = String(repeating: "[", count: 8_000) + String(repeating: "]", count: 8_000)
                #expect(await ada.ask("POST", "/api/players", json: deep).status == 400)
                #expect(await ada.ask("GET", "/api/players").status == 200)
            }
        }

        @Test func `a client that stands still loses its connection, and holds up nobody`() async throws {
            var limits = GatherServer.limits
            limits.idleSeconds = 1
            try await withServer(.sqlite, limits: limits) { server in
                let ada = try await server.user()
                let token = "Authorization: Bearer \(try #require(ada.token))\r\n"
                let slow = [
                    "", "GET /api/pl", "GET /api/players HTTP/1.1\r\n\(token)Host: local",
                    "POST /api/players HTTP/1.1\r\nHost: localhost\r\n\(token)Content-Type: application/json\r\n"
                        + "Content-Length: 100\r\n\r\n{",
                ].map { text in
                    let client = RawClient(port: ada.port)
                    client.send(text)
                    return client
                }
                #expect(await ada.ask("GET", "/api/players").status == 200)
                for client in slow { #expect(![200, 201].contains(Answer(await client.readToEnd()).status)) }
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-M1 FG-API-M2 the database has neither passwords nor tokens`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let hash = "41bd876b085d6031cb0e04de35b88d77f83a4ba39f879fee40805ac19e356023"
                for name in ["ada", "ben"] { _ = await server.client.register(name, hash) }
                let token = try await server.client.logIn("ada", hash).decoded(LogIn.self).token
                let stored = try await server.database.read { connection in
                    try connection.run("SELECT password FROM users").map { try $0.text(0) }
                }
                for password in stored { #expect(password.hasPrefix("$y$") && !password.contains(hash)) }
                #expect(Set(stored).count == 2, "equal passwords have different hashes")
                let tokens = try await server.database.read { connection in
                    try connection.run("SELECT hash FROM tokens").map { try $0.text(0) }
                }
                #expect(tokens.count == 1 && tokens.first?.count == 64 && tokens.first != token)
                #expect(
                    await Client(port: server.server.port, token: tokens.first).ask("GET", "/api/players").status
                        == 401,
                    "who has read the database cannot log in")
            }
        }

        @Test func `no log, no error and no path has a password, a hash or a token`() async throws {
            try await withServer(.sqlite) { server in
                let ada = try await server.client.registered("ada")
                let token = try #require(ada.token)
                let answers = [
                    await server.client.register("ada", "s3cr3t-password"), await ada.logIn("ada", "s3cr3t-password"),
                    await ada.ask("GET", "/api/players", headers: ["Origin: https://evil.example"]),
                    await ada.ask("POST", "/api/players", json: #"{"name": "s3cr3t-password""#),
                ]
                try await server.database.write { try $0.run("DROP TABLE tokens") }
                let failed = await ada.ask("GET", "/api/players")
                #expect(failed.status == 500)
                let shown = (answers + [failed]).map { "\($0)" }.joined() + server.log.text
                #expect(server.log.text.contains("Refused") && server.log.text.contains("failed"))
                for secret in ["s3cr3t-password", token, "$y$"] { #expect(!shown.contains(secret)) }
                var dumped = ""
                dump(Token("T0K3N"), to: &dumped)
                #expect(!dumped.contains("T0K3N") && !"\(Token("T0K3N"))".contains("T0K3N"))
            }
        }
    }
}

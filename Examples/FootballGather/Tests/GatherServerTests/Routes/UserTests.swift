import Foundation
import GatherServer
import Testing

extension ServerTests {
    /// FG-API-01 to FG-API-05, FG-API-23, FG-API-24: users and logging in.
    @Suite struct UserTests {
        private struct Entry: Decodable, Equatable {
            var id: String
            var username: String
        }

        @Test(arguments: Backend.all)
        func `FG-API-01 FG-API-02 FG-API-03 FG-API-20 a new user is at its location, and in the list`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                #expect(await server.client.ask("GET", "/api/users").body == "[]")
                let created = await server.client.register("ada")
                #expect(created.status == 201 && created.body.isEmpty)
                let location = try #require(created.headers["location"])
                #expect(
                    location == "/api/users/\(created.id)" && UUID(uuidString: created.id)?.uuidString == created.id)
                _ = await server.client.register("Ben")
                let one = await server.client.ask("GET", location)
                #expect(one.status == 200 && one.headers["content-type"] == "application/json; charset=utf-8")
                #expect(try one.decoded() == Entry(id: created.id, username: "ada"))
                #expect(try await server.client.ask("GET", location.lowercased()).decoded(Entry.self).id == created.id)
                let all = await server.client.ask("GET", "/api/users")
                #expect(try all.decoded([Entry].self).map(\.username) == ["ada", "Ben"])
                #expect(!all.body.contains("password"))
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-02 FG-API-22 an id that is no UUID is bad, and an unknown one is not found`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let bad = await server.client.ask("GET", "/api/users/7")
                #expect(bad.status == 400 && bad.reason == "Bad Request")
                let unknown = await server.client.ask("GET", "/api/users/\(UUID().uuidString)")
                #expect(unknown.status == 404 && unknown.reason == "Not Found")
            }
        }

        @Test func `FG-API-03 FG-API-22 FG-API-24 what is wrong with a registration is said`() async throws {
            try await withServer(.sqlite) { server in
                for (body, reason) in [
                    (#"{"password": "secret"}"#, "Value required for key 'username'."),
                    (#"{"username": "ada"}"#, "Value required for key 'password'."),
                    (#"{"username": null, "password": "secret"}"#, "Value required for key 'username'."),
                    (#"{"username": 7, "password": "secret"}"#, "Bad Request"), ("{", "Bad Request"),
                    ("", "Bad Request"), ("[]", "Bad Request"), (#""ada""#, "Bad Request"),
                    (#"{"username": "", "password": "secret"}"#, "A username must not be empty."),
                    (#"{"username": "a:b", "password": "secret"}"#, "A username must not contain a colon."),
                    (#"{"username": "a:\u0301b", "password": "secret"}"#, "A username must not contain a colon."),
                    (#"{"username": "ada", "password": "se"}"#, "A password has at least 3 characters."),
                    (#"{"username": "a\u0000b", "password": "secret"}"#, "Bad Request"),
                ] {
                    let answer = await server.client.ask("POST", "/api/users", json: body)
                    #expect(answer.status == 400 && answer.reason == reason, "\(body): \(answer)")
                }
                #expect(await server.client.register(String(repeating: "é", count: 128)).status == 400)
                #expect(await server.client.register(String(repeating: "é", count: 127)).status == 201)
            }
        }

        @Test(arguments: [[], ["Content-Type: text/plain"], ["Content-Type: application/x-www-form-urlencoded"]])
        func `FG-API-03 FG-API-22 a body that is not said to be JSON is not read`(headers: [String]) async throws {
            try await withServer(.sqlite) { server in
                let answer = await server.client.ask("POST", "/api/users", headers: headers + ["Content-Length: 0"])
                #expect(answer.status == 415 && answer.reason == "Unsupported Media Type")
                let json = await server.client.ask(
                    "POST", "/api/users",
                    headers: ["Content-Type: Application/JSON; charset=utf-8", "Content-Length: 2"])
                #expect(json.status != 415)
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-03 FG-API-M1 a name that is taken is refused, and the first user keeps it`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                _ = await server.client.register("ada", "the first")
                let second = await server.client.register("ada", "the second")
                #expect(second.status == 500 && second.reason == "Something went wrong.")
                #expect(await server.client.register("Ada").status == 201, "names differ by case")
                #expect(await server.client.logIn("ada", "the first").status == 200)
                #expect(await server.client.logIn("ada", "the second").status == 401)
                #expect(server.log.text.isEmpty, "that is no error of the server")
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-04 FG-API-23 FG-API-M2 each login makes a token, and all of them are good`(
            backend: Backend
        ) async throws {
            try await withServer(backend) { server in
                let id = await server.client.register("ada", "with:colon").id
                var tokens: Set<String> = []
                for _ in 1...3 {
                    let answer = await server.client.logIn("ada", "with:colon")
                    let login = try answer.decoded(LogIn.self)
                    #expect(answer.status == 200 && login.userID == id)
                    #expect(Data(base64Encoded: login.token)?.count == 32)
                    tokens.insert(login.token)
                }
                #expect(tokens.count == 3)
                for token in tokens {
                    #expect(
                        await Client(port: server.server.port, token: token).ask("GET", "/api/players").status == 200)
                }
            }
        }

        @Test(arguments: [
            ("ada", "\u{301}secret"), ("ada", "\u{200d}::\u{301}"), ("\u{feff}ada", "secret"), ("e\u{301}", "é:é"),
        ])
        func `FG-API-04 whoever can register can log in, whatever character is beside the colon`(
            name: String, password: String
        ) async throws {
            try await withServer(.sqlite) { server in
                #expect(await server.client.register(name, password).status == 201)
                #expect(await server.client.logIn(name, password).status == 200)
                #expect(await server.client.logIn(name, password + "x").status == 401)
            }
        }

        @Test(arguments: [
            "Basic \(Data("ada:wrong".utf8).base64EncodedString())",
            "Basic \(Data("Ada:secret".utf8).base64EncodedString())",
            "Basic \(Data("nobody:secret".utf8).base64EncodedString())",
            "Basic \(Data("ada".utf8).base64EncodedString())",
            "Basic \(Data("ada:".utf8).base64EncodedString())",
            "Basic \(Data("ada:secret\u{0}".utf8).base64EncodedString())",
            "Basic \(Data("ada:secret ".utf8).base64EncodedString())", "Basic ada:secret", "Basic", "Basic %%%",
            "Basic \(Data([0xff, 0x3a, 0xff]).base64EncodedString())",
            "Bearer \(Data("ada:secret".utf8).base64EncodedString())",
            "",
        ])
        func `FG-API-04 FG-API-21 FG-API-23 wrong credentials get the same answer, whatever is wrong`(
            authorization: String
        ) async throws {
            try await withServer(.sqlite) { server in
                _ = await server.client.register("ada")
                let answer = await server.client.ask(
                    "POST", "/api/users/login", headers: ["Authorization: \(authorization)", "Content-Length: 0"])
                #expect(answer.status == 401 && answer.reason == "User not authenticated.")
            }
        }

        @Test(arguments: Backend.all)
        func `FG-API-05 FG-API-M6 with a user go the tokens, players and gathers`(backend: Backend) async throws {
            try await withServer(backend) { server in
                let (ada, ben) = (try await server.user("ada"), try await server.user("ben"))
                let (player, gather) = (await ada.addPlayer("Cem"), await ada.addGather())
                _ = await ada.ask("POST", "/api/gathers/\(gather)/players/\(player)", json: #"{"team": "Team A"}"#)
                _ = await ben.addPlayer("Dan")
                #expect(await ada.ask("DELETE", "/api/users").status == 204)
                #expect(await ada.ask("GET", "/api/players").status == 401)
                #expect(await ada.logIn("ada").status == 401)
                #expect(try await ben.players().map(\.name) == ["Dan"])
                let left = try await server.database.read { connection in
                    [
                        try connection.run("SELECT COUNT(*) FROM tokens").first,
                        try connection.run("SELECT COUNT(*) FROM players").first,
                        try connection.run("SELECT COUNT(*) FROM gathers").first,
                        try connection.run("SELECT COUNT(*) FROM gather_players").first,
                    ].map { $0?.values }
                }
                #expect(left == [[.number(1)], [.number(1)], [.number(0)], [.number(0)]])
                let again = try await server.user("ada")
                #expect(try await again.players().isEmpty)
            }
        }

        @Test(arguments: Backend.all)
        func `a token that is revoked is worth nothing, and the others of the user stay`(backend: Backend) async throws
        {
            try await withServer(backend) { server in
                let ada = try await server.user("ada")
                let elsewhere = Client(port: ada.port, token: try await ada.logIn("ada").decoded(LogIn.self).token)
                #expect(await ada.ask("DELETE", "/api/users/login").status == 204)
                #expect(await ada.ask("GET", "/api/players").status == 401)
                #expect(await ada.ask("DELETE", "/api/users/login").status == 401)
                #expect(await elsewhere.ask("GET", "/api/players").status == 200)
            }
        }
    }
}

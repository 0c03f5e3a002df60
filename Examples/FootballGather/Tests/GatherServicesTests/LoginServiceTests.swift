import CISWorkers
import Foundation
import GatherScenes
import GatherServices
import Testing

/// FG-NET-08, FG-NET-09, FG-STORE-01 to FG-STORE-05: logging in, registering, and what is stored.
@Suite struct LoginServiceTests {
    private static let hash = "41bd876b085d6031cb0e04de35b88d77f83a4ba39f879fee40805ac19e356023"
    private let password = Password("demo-password")

    @Test func `FG-STORE-05 the hash is SHA-256 in lower-case digits`() {
        #expect(password.hash == Self.hash)
        #expect(Password("").hash == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(Password("abc").hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Password("암호").hash == Password("암호").hash && Password("암호").hash.count == 64)
        #expect(Password(String(repeating: "a", count: 100_000)).hash.count == 64)
    }

    @Test func `FG-NET-08 FG-STORE-04 logging in sends name and hash, without a body, and keeps the token`()
        async throws
    {
        let client = try await Client(.response(200, [:], #"{"token": "T0K3N", "userID": "U", "id": 1}"#))
        try await client.service.logIn(username: "ada", password: password)
        let basic = "Basic " + Data("ada:\(Self.hash)".utf8).base64EncodedString()
        #expect(client.transport.sent == [.init(line: "POST /api/users/login", authorization: basic, body: "")])
        #expect(try await client.storage.secrets.value(for: .token) == "T0K3N")
        #expect(await client.storage.session() == Password("T0K3N").hash)
    }

    @Test func `FG-NET-08 an old token is not sent with the login, and is replaced`() async throws {
        let client = try await Client(.response(200, [:], #"{"token": "NEW"}"#), token: "OLD")
        try await client.service.logIn(username: "ada", password: password)
        #expect(client.transport.sent.first?.authorization?.hasPrefix("Basic ") == true)
        #expect(try await client.storage.secrets.value(for: .token) == "NEW")
    }

    @Test(arguments: [
        (ScriptedTransport.Answer.response(200), "unexpectedResponse"),
        (.response(200, [:], "{}"), "unexpectedResponse"), (.response(200, [:], "no JSON"), "unexpectedResponse"),
        (.response(401, [:], #"{"error": true, "reason": "User not authenticated."}"#), "wrongCredentials"),
        (.response(431), "wrongCredentials"), (.response(500), "unexpectedResponse"),
        (.response(503, [:], #"{"token": "T"}"#), "busy"),
    ])
    func `FG-NET-08 FG-NET-12 what is wrong with the answer has a name, and no token is kept`(
        answer: ScriptedTransport.Answer, name: String
    ) async throws {
        let client = try await Client(answer)
        #expect(await client.outcome { try await $0.logIn(username: "ada", password: password) } == name)
        #expect(try await client.storage.secrets.value(for: .token) == nil)
    }

    @Test func `FG-NET-09 registering sends name and hash as JSON, without authorization`() async throws {
        let client = try await Client(.created("/api/users/E7BC6D44-D2B7-4C28-A8B1-70ED5D3E0F16"), token: "OLD")
        try await client.service.register(username: "ada", password: password)
        let sent = try #require(client.transport.sent.first)
        #expect(sent.line == "POST /api/users" && sent.authorization == nil)
        let body = try JSONDecoder().decode([String: String].self, from: Data(sent.body.utf8))
        #expect(body == ["username": "ada", "password": Self.hash])
    }

    @Test func `FG-NET-09 a name that is taken is an error`() async throws {
        let client = try await Client(.response(500, [:], #"{"error": true, "reason": "Something went wrong."}"#))
        #expect(
            await client.outcome { try await $0.register(username: "ada", password: password) } == "usernameTaken")
    }

    @Test(arguments: [400, 413]) func `FG-NET-09 D22 a name with a colon, or that is too long, is an error of its own`(
        status: Int
    ) async throws {
        let client = try await Client(.response(status))
        let name = String(repeating: "a", count: status == 400 ? 256 : 20_000)
        #expect(
            await client.outcome { try await $0.register(username: name, password: password) } == "usernameRefused")
    }

    @Test func `FG-LOGIN-01 FG-STORE-02 FG-STORE-03 name and switch are stored under their keys, and removed`()
        async throws
    {
        let client = try await Client()
        #expect(await client.service.recall() == .init(isOn: nil, username: nil))
        await client.service.remember(.init(isOn: true, username: "ada"))
        #expect(try await client.storage.secrets.data(for: "footballgather_username") == Data("ada".utf8))
        #expect(try await client.storage.preferences.data(for: "footballgather_remember") == Data("true".utf8))
        #expect(await client.service.recall() == .init(isOn: true, username: "ada"))
        await client.service.remember(.init(isOn: false, username: nil))
        #expect(await client.service.recall() == .init(isOn: false, username: nil))
        #expect(try await client.storage.secrets.data(for: "footballgather_username") == nil)
    }

    @Test func `FG-STORE-04 D18 logging out revokes the token and forgets it, also if the server cannot be reached`()
        async throws
    {
        for answer in [ScriptedTransport.Answer.response(204), .error(HTTPError(.notConnected)), .response(401)] {
            let client = try await Client(answer, token: "T")
            await client.service.logOut()
            #expect(
                client.transport.sent == [
                    .init(line: "DELETE /api/users/login", authorization: "Bearer T", body: "")
                ])
            #expect(try await client.storage.secrets.value(for: .token) == nil)
            #expect(!client.logged.contains("Bearer"))
            await client.service.logOut()
            #expect(client.transport.sent.count == 1, "without a token there is nothing to revoke")
        }
    }

    @Test func `FG-STORE-04 at the end of the program the token is removed, and the name stays`() async throws {
        let client = try await Client(token: "T")
        await client.service.remember(.init(isOn: true, username: "ada"))
        await client.service.forgetToken()
        #expect(try await client.storage.secrets.value(for: .token) == nil)
        #expect(await client.service.recall().username == "ada")
    }

    @Test func `FG-NET-02 FG-STORE-04 of two programs of one user, each works with its own token, and forgets only it`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func client(_ token: String) async throws -> Client {
            let login = ScriptedTransport.Answer.response(200, [:], #"{"token": "\#(token)"}"#)
            let transport = ScriptedTransport([login, .response(200, [:], "[]")])
            return try await Client(transport, storage: GatherStorage(in: folder))
        }
        let (first, second) = (try await client("FIRST"), try await client("SECOND"))
        for each in [first, second] { try await each.service.logIn(username: "ada", password: password) }
        for each in [first, second] { _ = try await each.service.players() }
        #expect(first.transport.sent.last?.authorization == "Bearer FIRST")
        #expect(second.transport.sent.last?.authorization == "Bearer SECOND")
        await first.service.forgetToken()
        #expect(try await second.storage.secrets.value(for: .token) == "SECOND")
        await second.service.forgetToken()
        #expect(try await second.storage.secrets.value(for: .token) == nil)
    }

    @Test func `FG-STORE-01 FG-STORE-02 on disk the stores are two files, and that of the secrets is only its owner's`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = GatherStorage(in: folder)
        try await storage.secrets.set("T", for: .token)
        try await storage.preferences.set(true, for: .remember)
        let again = GatherStorage(in: folder)
        #expect(try await again.secrets.value(for: .token) == "T")
        try await again.secrets.removeAll()
        #expect(try await storage.preferences.value(for: .remember) == true)
        #if os(Linux)
        try await storage.secrets.set("T", for: .token)
        let file = folder.appending(path: "com.footballgather").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #endif
    }

    @Test func `FG-STORE-04 no log and no error has a password, a hash or a token`() async throws {
        let secrets = ["demo-password", Self.hash, "T0K3N", Data("ada:\(Self.hash)".utf8).base64EncodedString()]
        let client = try await Client(
            .response(401, [:], #"{"token": "T0K3N", "reason": "\#(Self.hash)"}"#), token: "T0K3N")
        var shown = await client.outcome { try await $0.logIn(username: "ada", password: password) }
        shown += await client.outcome { try await $0.register(username: "ada", password: password) }
        shown += await client.outcome { _ = try await $0.players() }
        shown += client.logged
        #expect(client.logged.contains("api/players"), "the log says which request it was")
        for secret in secrets { #expect(!shown.contains(secret), "\(shown)") }
    }
}

import Foundation

/// A client of the server. It sends one request after the other.
struct Client: Sendable {
    let port: Int
    var token: String?

    func ask(
        _ method: String, _ path: String, json: String? = nil, headers: [String] = [], host: String = "127.0.0.1"
    ) async -> Answer {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host):\(port)", "Connection: close"] + headers
        if let token { lines.append("Authorization: Bearer \(token)") }
        if let json { lines += ["Content-Type: application/json", "Content-Length: \(json.utf8.count)"] }
        let client = RawClient(port: port)
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (json ?? ""))
        return Answer(await client.readToEnd())
    }

    func register(_ name: String, _ password: String = "secret") async -> Answer {
        await ask("POST", "/api/users", json: #"{"username": \#(quoted(name)), "password": \#(quoted(password))}"#)
    }

    func logIn(_ name: String, _ password: String = "secret") async -> Answer {
        let basic = Data("\(name):\(password)".utf8).base64EncodedString()
        return await ask("POST", "/api/users/login", headers: ["Authorization: Basic \(basic)"])
    }

    /// Registers a user. Returns a client that is logged in as this user.
    func registered(_ name: String) async throws -> Client {
        _ = await register(name)
        var client = self
        client.token = try await logIn(name).decoded(LogIn.self).token
        return client
    }

    /// - Returns: The id of the player.
    func addPlayer(_ name: String) async -> String {
        await ask("POST", "/api/players", json: #"{"name": \#(quoted(name))}"#).id
    }

    /// - Returns: The id of the gather.
    func addGather() async -> String { await ask("POST", "/api/gathers", json: "{}").id }

    func players() async throws -> [Listed] { try await ask("GET", "/api/players").decoded() }
}

struct LogIn: Decodable {
    var token: String
    var userID: String
}

struct Listed: Decodable, Equatable {
    var id: Int
    var name: String
    var age: Int?
    var skill: String?
    var preferredPosition: String?
    var favouriteTeam: String?
}

struct ListedGather: Decodable, Equatable {
    var id: String
    var userId: String
    var score: String?
    var winnerTeam: String?
}

/// Returns a text as a JSON string.
func quoted(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
}

import CISWorkers
import Foundation
import Synchronization

/// FG-API-03 to FG-API-15 in memory, without a network: the part of the server that one user needs.
final class SmallServer: HTTPTransport {
    struct Content: Sendable {
        var users: [String: String] = [:]
        var tokens: Set<String> = []
        var logins = 0
        var players: [Int: [String: String]] = [:]
        var gathers: [String: [String: String]] = [:]
        var teams: [String: String] = [:]
    }

    private let data = Mutex(Content())

    /// What is stored.
    var stored: Content { data.withLock { $0 } }

    /// Makes all tokens invalid.
    func expireTokens() { data.withLock { $0.tokens = [] } }

    @concurrent func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        let place = request.url.path.split(separator: "/").map(String.init)
        let words = request.headers["Authorization"]?.split(separator: " ").map(String.init) ?? []
        var body: [String: String] = [:]
        if case .data(let bytes) = request.body,
            let values = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        {
            body = values.mapValues { "\($0)" }
        }
        return data.withLock { data in
            if place == ["api", "users"] { return Self.register(body, &data) }
            if place == ["api", "users", "login"] { return Self.logIn(words, &data) }
            guard words.first == "Bearer", data.tokens.contains(words.last ?? "") else {
                return HTTPResponse(status: 401, body: Self.json(["error": true]))
            }
            return Self.answer("\(request.method)", place, body, &data)
        }
    }

    private static func json(_ value: Any) -> Data {
        (try? JSONSerialization.data(withJSONObject: value)) ?? Data()
    }

    private static func register(_ body: [String: String], _ data: inout Content) -> HTTPResponse {
        guard let name = body["username"], data.users[name] == nil else { return HTTPResponse(status: 500) }
        data.users[name] = body["password"]
        return HTTPResponse(status: 201, headers: ["Location": "/api/users/\(UUID().uuidString)"])
    }

    private static func logIn(_ words: [String], _ data: inout Content) -> HTTPResponse {
        let text = Data(base64Encoded: words.last ?? "").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let parts = text.split(separator: ":").map(String.init)
        guard parts.count == 2, data.users[parts[0]] == parts[1] else {
            return HTTPResponse(status: 401, body: json(["error": true]))
        }
        data.logins += 1
        data.tokens.insert("token-\(data.logins)")
        return HTTPResponse(status: 200, body: json(["token": "token-\(data.logins)", "userID": "U"]))
    }

    private static func answer(
        _ method: String, _ place: [String], _ body: [String: String], _ data: inout Content
    ) -> HTTPResponse {
        switch (method, place.dropFirst().first, place.count) {
        case ("GET", "players", 2):
            let players = data.players.sorted { $0.key < $1.key }.map { id, fields -> [String: Any] in
                var player: [String: Any] = fields
                player["id"] = id
                return player
            }
            return HTTPResponse(status: 200, body: json(players))
        case ("POST", "players", 2):
            let id = data.players.count + 1
            data.players[id] = body
            return HTTPResponse(status: 201, headers: ["Location": "/api/players/\(id)"])
        case ("PUT", "players", 3):
            data.players[Int(place[2]) ?? 0] = body
            return HTTPResponse(status: 204)
        case ("POST", "gathers", 2):
            let id = UUID().uuidString
            data.gathers[id] = [:]
            return HTTPResponse(status: 201, headers: ["Location": "/api/gathers/\(id)"])
        case ("POST", "gathers", 5):
            data.teams["\(place[2])/\(place[4])"] = body["team"]
            return HTTPResponse(status: 200)
        case ("PUT", "gathers", 3):
            data.gathers[place[2]] = body
            return HTTPResponse(status: 204)
        default: return HTTPResponse(status: 404)
        }
    }
}

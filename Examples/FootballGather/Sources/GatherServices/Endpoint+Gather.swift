import CISWorkers
import Foundation
import GatherScenes

/// FG-NET-03 to FG-NET-11: each request is a value of its own. FG-NET-13, FG-NET-14: none changes the path of another.
extension Endpoint<HTTPResponse> {
    /// FG-NET-09: registers a user. The request is sent without a token, because the user has not logged in yet.
    static func register(_ username: String, hash: String) -> Endpoint {
        var endpoint = Endpoint(
            .post, "api/users", body: .json(UserBody(username: username, password: hash)), accepted: [201],
            decoder: .response)
        endpoint.isAuthorized = false
        return endpoint
    }

    /// FG-MOD-05: sends only the name.
    static func addPlayer(named name: String, _ key: RequestKey) -> Endpoint {
        Endpoint(.post, "api/players", body: .json(PlayerBody(name: name)), accepted: [201], decoder: .response)
            .once(key)
    }

    /// FG-MOD-08: creates a gather without score and winner.
    static func createGather(_ key: RequestKey) -> Endpoint {
        Endpoint(.post, "api/gathers", body: .json(GatherBody()), accepted: [201], decoder: .response).once(key)
    }

    /// Returns the request with a key, with which the server recognizes it when it is sent again.
    private func once(_ key: RequestKey) -> Endpoint {
        var endpoint = self
        endpoint.headers["Idempotency-Key"] = key.text
        endpoint.mayBeRepeated = true
        return endpoint
    }

    /// FG-NET-05: replaces a player. D19: with a version, only if it is the newest.
    static func updatePlayer(_ player: Player) -> Endpoint {
        var endpoint = Endpoint(
            .put, "api/players/\(player.id)", body: .json(PlayerBody(player)), accepted: [204], decoder: .response)
        endpoint.headers["If-Match"] = player.version.map { "\"\($0)\"" }
        return endpoint
    }
}

extension Endpoint<TokenAnswer> {
    /// FG-NET-08: logs in.
    static func logIn(authorization: String?) -> Endpoint {
        var endpoint = Endpoint(.post, "api/users/login", accepted: [200], decoder: .json(TokenAnswer.self))
        endpoint.headers["Authorization"] = authorization
        endpoint.isAuthorized = false
        return endpoint
    }
}

extension Endpoint<[Player]> {
    /// FG-NET-04: returns the players of the user. D19: with their versions, if the server has versions.
    static var players: Endpoint {
        var endpoint = Endpoint(
            .get, "api/players", accepted: [200], decoder: .json([PlayerAnswer].self) { $0.map(\.player) })
        endpoint.headers["Prefer"] = "versions"
        return endpoint
    }

    /// FG-NET-11: returns the players of a gather.
    static func players(ofGather id: String) -> Endpoint {
        Endpoint(
            .get, "api/gathers/\(id)/players", accepted: [200],
            decoder: .json([PlayerAnswer].self) { $0.map(\.player) })
    }
}

extension Endpoint<Player> {
    /// D19: returns a player as it is now.
    static func player(_ id: Player.ID) -> Endpoint {
        Endpoint(.get, "api/players/\(id)", accepted: [200], decoder: .json(PlayerAnswer.self) { $0.player })
    }
}

extension Endpoint<Void> {
    /// D18: revokes a token, which is not in the store any more.
    static func logOut(_ token: String) -> Endpoint {
        var endpoint = Endpoint(.delete, "api/users/login", accepted: [204, 401], decoder: .none)
        endpoint.headers["Authorization"] = "Bearer \(token)"
        endpoint.isAuthorized = false
        return endpoint
    }

    /// D17: removes a gather.
    static func deleteGather(_ id: String) -> Endpoint {
        Endpoint(.delete, "api/gathers/\(id)", accepted: [204], decoder: .none)
    }

    /// FG-NET-06: deletes a player.
    static func deletePlayer(_ id: Player.ID) -> Endpoint {
        Endpoint(.delete, "api/players/\(id)", accepted: [204], decoder: .none)
    }

    /// FG-NET-10: adds a player to a team of a gather.
    static func add(_ player: TeamPlayer, toGather id: String) -> Endpoint {
        Endpoint(
            .post, "api/gathers/\(id)/players/\(player.player.id)", body: .json(TeamBody(team: player.team.serverName)),
            accepted: [200], decoder: .none)
    }

    /// FG-NET-05: stores the score and the winner of a gather.
    static func endGather(_ id: String, score: String, winner: String) -> Endpoint {
        Endpoint(
            .put, "api/gathers/\(id)", body: .json(GatherBody(score: score, winnerTeam: winner)), accepted: [204],
            decoder: .none)
    }
}

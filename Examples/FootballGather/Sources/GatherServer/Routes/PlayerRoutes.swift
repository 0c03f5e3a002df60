import SceneWeb

/// FG-API-06 to FG-API-10, D19: the routes of players.
struct PlayerRoutes: Sendable {
    static let path = "/api/players"
    let accounts: Accounts
    let players: Players

    var all: [Route] {
        [
            Route("GET", Self.path) { call in  // FG-API-06
                let user = try await accounts.user(of: call)
                guard call.prefersVersions else { return try .json(await players.all(of: user)) }
                return try .json(
                    await players.all(of: user, hasVersions: true), headers: [("Preference-Applied", "versions")])
            },
            Route("GET", "\(Self.path)/:id") { call in  // D19: not in the reference
                let user = try await accounts.user(of: call)
                guard let id = try? call.integer(0) else { throw Refusal.notFound }
                let player = try await players.player(id, of: user)
                return try .json(player, headers: player.version.map { [Self.tag($0)] } ?? [])
            },
            Route("POST", Self.path) { call in  // FG-API-07
                let user = try await accounts.user(of: call)
                let fields: PlayerFields = try call.body()
                return .created(Self.path, try await players.add(fields, to: user, call.key(call.request.body)))
            },
            Route("PUT", "\(Self.path)/:id") { call in  // FG-API-08; FG-API-25: reads the body before the id
                let user = try await accounts.user(of: call)
                let fields: PlayerFields = try call.body()
                let version = try await players.replace(
                    call.integer(0), with: fields, of: user, ifVersion: call.matchedVersions)
                return .empty(headers: [Self.tag(version)])
            },
            Route("DELETE", "\(Self.path)/:id") { call in  // FG-API-09
                let user = try await accounts.user(of: call)
                try await players.delete(call.integer(0), of: user)
                return .empty()
            },
            Route("GET", "\(Self.path)/:id/gathers") { call in  // FG-API-10
                let user = try await accounts.user(of: call)
                return try .json(await players.gathers(of: call.integer(0), of: user))
            },
        ]
    }

    /// D19: the version as the entity tag of a player.
    private static func tag(_ version: Int) -> (String, String) { ("ETag", "\"\(version)\"") }
}

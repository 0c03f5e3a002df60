import SceneWeb

/// FG-API-11 to FG-API-16: the routes of gathers.
struct GatherRoutes: Sendable {
    static let path = "/api/gathers"
    let accounts: Accounts
    let gathers: Gathers

    var all: [Route] {
        [
            Route("GET", Self.path) { call in  // FG-API-11
                try .json(await gathers.all(of: accounts.user(of: call)))
            },
            Route("POST", Self.path) { call in  // FG-API-12: the body is ignored
                let user = try await accounts.user(of: call)
                return .created(Self.path, try await gathers.add(to: user, call.key()))
            },
            Route("PUT", "\(Self.path)/:id") { call in  // FG-API-13; FG-API-25: reads the body before the id
                let user = try await accounts.user(of: call)
                let result: GatherResult = try call.body()
                try await gathers.end(call.uuid(0), result, of: user)
                return .empty()
            },
            Route("DELETE", "\(Self.path)/:id") { call in  // FG-API-14
                let user = try await accounts.user(of: call)
                try await gathers.delete(call.uuid(0), of: user)
                return .empty()
            },
            Route("POST", "\(Self.path)/:gather/players/:player") { call in  // FG-API-15
                let user = try await accounts.user(of: call)
                let (id, player) = (try call.uuid(0), try call.integer(1))
                try await gathers.add(player, to: id, call.body(), of: user)
                return .empty(200)
            },
            Route("GET", "\(Self.path)/:id/players") { call in  // FG-API-16
                let user = try await accounts.user(of: call)
                return try .json(await gathers.players(of: call.uuid(0), of: user))
            },
        ]
    }
}

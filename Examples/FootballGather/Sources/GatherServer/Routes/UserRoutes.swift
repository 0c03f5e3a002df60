import SceneWeb

/// FG-API-01 to FG-API-05: the routes of users.
struct UserRoutes: Sendable {
    static let path = "/api/users"
    let accounts: Accounts

    var all: [Route] {
        [
            Route("GET", Self.path) { _ in try .json(await accounts.all()) },  // FG-API-01
            Route("GET", "\(Self.path)/:id") { call in try .json(await accounts.user(call.uuid(0))) },  // FG-API-02
            Route("POST", Self.path) { call in  // FG-API-03
                .created(Self.path, try await accounts.register(call.body()))
            },
            Route("POST", "\(Self.path)/login") { call in  // FG-API-04
                guard let (name, password) = call.nameAndPassword else { throw Refusal.notAuthenticated }
                return try .json(await accounts.logIn(name, password))
            },
            Route("DELETE", "\(Self.path)/login") { call in  // not in the reference: revokes the token
                _ = try await accounts.user(of: call)
                if let token = call.token { try await accounts.logOut(token) }
                return .empty()
            },
            Route("DELETE", Self.path) { call in  // FG-API-05
                try await accounts.delete(accounts.user(of: call))
                return .empty()
            },
        ]
    }
}

extension Accounts {
    /// FG-API-25: returns the user of the token. Each route that needs a login calls this first.
    func user(of call: Call) async throws -> User {
        guard let token = call.token else { throw Refusal.notAuthenticated }
        return try await user(with: token)
    }
}

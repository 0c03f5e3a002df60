import SceneWeb

/// Finds the route of a request, and turns errors into answers.
struct Router: Sendable {
    private let routes: [Route]
    private let log: @Sendable (String) -> Void

    /// - Parameter log: Receives a line for each error that the client has not caused. It contains no value of a request.
    init(_ database: any Database, _ passwords: PasswordHasher, log: @escaping @Sendable (String) -> Void) {
        let accounts = Accounts(database: database, passwords: passwords)
        routes =
            UserRoutes(accounts: accounts).all
            + PlayerRoutes(accounts: accounts, players: Players(database: database)).all
            + GatherRoutes(accounts: accounts, gathers: Gathers(database: database)).all
        self.log = log
    }

    func answer(_ request: WebRequest) async -> WebResponse {
        do {
            return try await route(request)
        } catch let refusal as Refusal {
            return refusal.response
        } catch let error as DatabaseError where error.code == .unstorableText {
            return Refusal.bad().response
        } catch let error as DatabaseError where error.code == .unavailable {
            log("The database cannot be reached: \(error)")
            return Refusal.busy.response
        } catch {
            log("A request failed: \(error)")
            return .somethingWentWrong
        }
    }

    /// FG-API-22: a request without a route is not found, whether its path or its method is wrong.
    private func route(_ request: WebRequest) async throws -> WebResponse {
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false)
        for route in routes where route.method == request.method {
            guard let parameters = route.parameters(of: path) else { continue }
            return try await route.answer(Call(request, parameters))
        }
        throw Refusal.notFound
    }
}

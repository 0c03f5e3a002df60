package import SceneWeb

/// The service that the app talks to: users, players and gathers, in a database.
///
/// `Routes` reads requests and writes answers, `Services` has the rules, `Database` the statements' other end.
package final class GatherServer: Sendable {
    /// The port it listens on.
    package let port: Int
    private let web: WebServer
    private let database: any Database

    /// Starts a server over a database that is open. It closes the database at its end.
    ///
    /// - Parameters:
    ///   - options: Where to listen, and under which names. Its database is not opened here.
    ///   - limits: What the server takes.
    ///   - passwords: Hashes passwords.
    ///   - log: Gets a line for each request that is refused because of where it comes from, and for each error that is not
    ///     the client's. No line has a name, a password or a token.
    /// - Throws: An error with a sentence.
    package init(
        _ database: any Database, _ options: ServerOptions = ServerOptions(),
        limits: WebServer.Limits = GatherServer.limits, passwords: PasswordHasher? = nil,
        log: @escaping @Sendable (String) -> Void = WebServer.logToStandardError
    ) throws {
        let router = Router(database, try passwords ?? PasswordHasher(), log: log)
        web = try WebServer(
            port: options.port, host: options.host, access: options.access, limits: limits, log: log,
            handle: router.answer)
        self.database = database
        port = web.port
    }

    /// No request of the app comes near these.
    package static var limits: WebServer.Limits {
        var limits = WebServer.Limits()
        limits.body = 16 << 10
        limits.connectionMemory = 16 << 10
        limits.idleSeconds = 15
        return limits
    }

    /// Answers the requests in flight, and closes the database. A request that is still being read counts as one in flight.
    package func stop() async {
        await web.stop()
        await database.close()
    }
}

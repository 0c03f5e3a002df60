package import SceneWeb

/// The service that the app talks to: users, players and gathers, in a database.
///
/// `Routes` reads requests and writes answers, `Services` contains the rules, and `Database` runs the statements.
package final class GatherServer: Sendable {
    /// The port on which the server listens.
    package let port: Int
    private let web: WebServer
    private let database: any Database

    /// Starts a server over an open database. ``stop()`` closes the database.
    ///
    /// - Parameters:
    ///   - database: The open database.
    ///   - options: The address and the names of the server. Their `database` is not opened here.
    ///   - limits: Limits for requests and connections.
    ///   - passwords: Hashes passwords.
    ///   - log: Receives a line for each request that is refused because of its origin or host, and for each error that the
    ///     client has not caused. No line contains a name, a password or a token.
    /// - Throws: An error that is described by a sentence.
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

    /// The default limits. No request of the app comes close to them.
    package static var limits: WebServer.Limits {
        var limits = WebServer.Limits()
        limits.body = 16 << 10
        limits.connectionMemory = 16 << 10
        limits.idleSeconds = 15
        return limits
    }

    /// Answers the requests in flight, and closes the database. A request that is still being received is in flight, too.
    ///
    /// - Parameter clock: Measures how long clients may continue to send a request, after the server has stopped listening.
    package func stop(clock: any Clock<Duration> = ContinuousClock()) async {
        await web.stop(clock: clock)
        await database.close()
    }
}

package import CISWorkers
package import Foundation
package import GatherScenes

/// The worker of all screens. It uses a server, a store for secrets, and a store for preferences.
package final class GatherService: Sendable {
    /// FG-NET-01: the default address of the server.
    package static let address = "http://localhost:8080"

    let storage: GatherStorage
    let log: LogWorker
    let changes = Changes()
    private let client: HTTPClient

    /// D22: after this time without an answer there is a message.
    package static let patience = Duration.seconds(10)

    /// - Parameters:
    ///   - server: The address of the server, as in ``address``.
    ///   - storage: Stores the token, the username and the preferences.
    ///   - transport: Sends the requests.
    ///   - log: Receives problems. It shows no name, no password and no token.
    ///   - patience: D22: how long a request waits for an answer.
    ///   - clock: The clock of timeouts.
    package init(
        _ server: URL, storage: GatherStorage, transport: any HTTPTransport, log: LogWorker = .silent,
        patience: Duration = GatherService.patience, clock: any Clock<Duration> = ContinuousClock()
    ) {
        var configuration = HTTPConfiguration(
            baseURL: server, headers: ["Content-Type": "application/json", "Accept": "application/json"])  // FG-NET-01
        configuration.timeout = patience
        // FG-NET-02: if the token cannot be read, the request is sent without one, and the server refuses it.
        let token = BearerAuthorization { () async throws(HTTPError) in
            do {
                return try await storage.token()
            } catch {
                log.error("The token cannot be read: \(error)")
                return nil
            }
        }
        client = HTTPClient(configuration, authorization: token, transport: transport, clock: clock)
        self.storage = storage
        self.log = log
    }

    /// FG-STORE-04: forgets the token. Call it at the end of the program.
    @concurrent package func forgetToken() async {
        await attempt("remove the token") { try await $0.removeToken() }
    }

    /// FG-NET-11: returns the players of a gather. No screen uses it.
    @concurrent package func players(ofGather id: String) async throws -> [Player] {
        try await send(.players(ofGather: id))
    }

    /// A value that cannot be stored is logged. There is no other effect.
    @concurrent func attempt(_ task: String, _ body: @Sendable (GatherStorage) async throws -> Void) async {
        do {
            try await body(storage)
        } catch {
            log.error("Cannot \(task): \(error)")
        }
    }

    /// D13: checks the status. FG-NET-12 as decided in D22: the log gets the description of an error, the screens its kind.
    ///
    /// - Parameter meanings: What statuses of this request mean.
    @concurrent func send<Answer: Sendable>(
        _ endpoint: Endpoint<Answer>, _ meanings: [Int: ServiceError] = [:]
    ) async throws -> Answer {
        do {
            return try await client.send(endpoint)
        } catch {
            log.notice("\(error)")
            if error.status == 401, endpoint.isAuthorized { throw ServiceError.sessionEnded }
            throw meanings[error.status ?? 0] ?? Self.kind(of: error)
        }
    }

    private static func kind(of error: HTTPError) -> ServiceError {
        switch error.code {
        case .notConnected, .connectionLost, .notTrusted: .noConnection
        case .timedOut: .noAnswer
        case .status where error.status == 503: .busy
        default: .unexpectedResponse
        }
    }

    /// FG-NET-08: sends the login. Its status 401 means that the name or the password is wrong, and 431 that the name is longer than
    /// any that exists.
    @concurrent func token(for authorization: String?) async throws -> String {
        try await send(.logIn(authorization: authorization), [401: .wrongCredentials, 431: .wrongCredentials]).token
    }

    /// FG-NET-03: sends a request that creates something. The id is the last component of its location.
    @concurrent func create(
        _ endpoint: Endpoint<HTTPResponse>, _ meanings: [Int: ServiceError] = [:]
    ) async throws -> ResourceID {
        guard let location = try await send(endpoint, meanings).headers["Location"] else {
            throw ServiceError.locationHeaderNotFound
        }
        let id = String(location.split(separator: "/").last ?? "")
        if let uuid = UUID(uuidString: id) { return .uuid(uuid.uuidString) }  // FG-NET-07: upper-case
        guard let number = Int(id) else { throw ServiceError.unexpectedResourceIDType }
        return .integer(number)
    }
}

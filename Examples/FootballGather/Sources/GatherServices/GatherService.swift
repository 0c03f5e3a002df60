package import CISWorkers
package import Foundation
package import GatherScenes

/// The worker of all screens. It uses a server, a store for secrets, and a store for preferences.
package final class GatherService: Sendable {
    /// FG-NET-01: the default address of the server.
    package static let address = "http://localhost:8080"

    let storage: GatherStorage
    let log: LogWorker
    private let client: HTTPClient

    /// - Parameters:
    ///   - server: The address of the server, as in ``address``.
    ///   - storage: Stores the token, the username and the preferences.
    ///   - transport: Sends the requests.
    ///   - log: Receives problems. It shows no name, no password and no token.
    ///   - clock: The clock of timeouts.
    package init(
        _ server: URL, storage: GatherStorage, transport: any HTTPTransport, log: LogWorker = .silent,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let configuration = HTTPConfiguration(
            baseURL: server, headers: ["Content-Type": "application/json", "Accept": "application/json"])  // FG-NET-01
        // FG-NET-02: if the token cannot be read, the request is sent without one, and the server refuses it.
        let token = BearerAuthorization { () async throws(HTTPError) in
            do {
                return try await storage.secrets.value(for: .token)
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
        await attempt("remove the token") { try await $0.secrets.remove(.token) }
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

    /// D13: checks the status. FG-NET-12: an error of the response has a name, which users read. An error of the network has
    /// a sentence.
    @concurrent func send<Answer: Sendable>(_ endpoint: Endpoint<Answer>) async throws -> Answer {
        do {
            return try await client.send(endpoint)
        } catch {
            log.notice("\(error)")
            switch error.code {
            case .status where error.status == 401 && endpoint.isAuthorized: throw ServiceError.sessionEnded
            case .status, .emptyResponse: throw ServiceError.unexpectedResponse
            default: throw error
            }
        }
    }

    /// FG-NET-08: sends the login. Its status 401 means that the name or the password is wrong.
    @concurrent func token(for authorization: String?) async throws -> String {
        do {
            return try await client.send(.logIn(authorization: authorization)).token
        } catch {
            log.notice("\(error)")
            switch error.code {
            case .status where error.response?.bodyPrefix.isEmpty == true, .emptyResponse:
                throw ServiceError.expectedDataInResponse
            case .status, .decoding: throw ServiceError.unexpectedResponse
            default: throw error
            }
        }
    }

    /// FG-NET-03: sends a request that creates something. The id is the last component of its location.
    @concurrent func create(_ endpoint: Endpoint<HTTPResponse>) async throws -> ResourceID {
        guard let location = try await send(endpoint).headers["Location"] else {
            throw ServiceError.locationHeaderNotFound
        }
        let id = String(location.split(separator: "/").last ?? "")
        if let uuid = UUID(uuidString: id) { return .uuid(uuid.uuidString) }  // FG-NET-07: upper-case
        guard let number = Int(id) else { throw ServiceError.unexpectedResourceIDType }
        return .integer(number)
    }
}

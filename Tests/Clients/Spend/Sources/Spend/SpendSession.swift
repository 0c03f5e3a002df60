import CISWorkers
import Foundation

extension StorageKey<Tokens> {
    static var tokens: StorageKey { StorageKey("tokens") }
}

extension HTTPClient {
    /// Returns a client that renews an expired token.
    ///
    /// - Parameters:
    ///   - server: The address of the server.
    ///   - tokens: The store that has the tokens.
    ///   - transport: Sends the requests.
    ///   - clock: The clock for timeouts.
    static func spend(
        _ server: URL, tokens: any KeyValueStore, transport: any HTTPTransport, clock: any Clock<Duration>
    ) -> HTTPClient {
        let configuration = HTTPConfiguration(baseURL: server)
        let plain = HTTPClient(configuration, transport: transport, clock: clock)
        return HTTPClient(
            configuration, authorization: Session(tokens, client: plain).authorization, transport: transport,
            clock: clock)
    }
}

/// Loads and renews the tokens.
struct Session: Sendable {
    private let tokens: any KeyValueStore
    private let client: HTTPClient

    init(_ tokens: any KeyValueStore, client: HTTPClient) {
        self.tokens = tokens
        self.client = client
    }

    var authorization: any HTTPAuthorization {
        if PlantedBug.refreshRace.isPlanted { return HastyAuthorization(session: self) }
        return RefreshingAuthorization(
            load: { () async throws(HTTPError) in await stored?.access },
            refresh: { _ async throws(HTTPError) in try await refresh() })
    }

    var stored: Tokens? {
        get async { try? await tokens.value(for: .tokens) }
    }

    func refresh() async throws(HTTPError) -> String {
        guard let old = await stored else { throw HTTPError(status: 401) }
        do throws(HTTPError) {
            let new = try await client.send(
                Endpoint(.post, "session/\(old.refresh)", decoder: .json(Tokens.self)))
            try? await tokens.set(new, for: .tokens)
            return new.access
        } catch {
            if error.status == 401 { try? await tokens.remove(.tokens) }
            throw error
        }
    }
}

/// For a planted bug: it renews the token for each request that was rejected.
private struct HastyAuthorization: HTTPAuthorization {
    let session: Session

    func header() async throws(HTTPError) -> String? { await session.stored.map { "Bearer \($0.access)" } }

    func renew(rejected header: String?) async throws(HTTPError) -> Bool {
        _ = try await session.refresh()
        return true
    }
}

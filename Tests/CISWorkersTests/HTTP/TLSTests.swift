import CISWorkers
import Foundation
import TestSupport
import Testing

/// Servers whose certificate the system does not trust.
@Suite(.enabled(if: OutsideServer.isAvailable, OutsideServer.requirement))
struct `Servers that are not trusted` {
    /// A policy without delays, so that a second attempt follows immediately.
    private static let retry = RetryPolicy(attempts: 3, backoff: Backoff(first: .zero), jitter: Jitter(0))

    private func error(_ server: OutsideServer, _ carrier: Carrier) async -> HTTPError? {
        let client = client(server.url("https"), over: carrier.transport) { $0.retry = Self.retry }
        return await failure { () async throws(HTTPError) in try await client.page() }
    }

    @Test(arguments: Carrier.allCases, ["server.pem", "self-signed.pem"])
    func `an untrusted certificate is not a lost connection, and is not retried`(
        carrier: Carrier, certificate: String
    ) async throws {
        let server = try await OutsideServer("--tls", certificate, "site")
        let error = await error(server, carrier)
        #expect(error?.code == .notTrusted, "\(String(describing: error))")
        #expect(await server.connectionsAtEnd() == 1)
    }

    @Test(arguments: Carrier.allCases)
    func `a server without TLS is not trusted, and not retried`(carrier: Carrier) async throws {
        let server = try await OutsideServer("no-tls")
        let error = await error(server, carrier)
        #expect(error?.code == .notTrusted, "\(String(describing: error))")
        #expect(await server.connectionsAtEnd() == 1)
    }

    @Test(arguments: Carrier.allCases)
    func `a server that closes the connection before the handshake is a lost connection, and is retried`(
        carrier: Carrier
    ) async throws {
        let server = try await OutsideServer("hang-up")
        let error = await error(server, carrier)
        #expect(error?.code == .connectionLost, "\(String(describing: error))")
        #expect(await server.connectionsAtEnd() == 3)
    }
}

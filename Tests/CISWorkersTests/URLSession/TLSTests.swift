import CISWorkers
import Foundation
import TestSupport
import Testing

/// Servers whose certificate the system does not trust.
@Suite struct TLSTests {
    /// A policy without delays, so that a second attempt follows immediately.
    private static let retry = RetryPolicy(attempts: 3, backoff: Backoff(first: .zero), jitter: Jitter(0))

    private func client(_ url: URL, _ carrier: Carrier) -> HTTPClient {
        var configuration = HTTPConfiguration(baseURL: url)
        configuration.retry = Self.retry
        return HTTPClient(configuration, transport: carrier.transport, clock: TestClock())
    }

    @Test(
        .enabled(if: TLSServer.isAvailable, Comment(rawValue: TLSServer.requirement)),
        arguments: Carrier.allCases, [TestCertificate.ofUnknownAuthority, .selfSigned])
    func `an untrusted certificate is not a lost connection, and is not retried`(
        carrier: Carrier, certificate: TestCertificate
    ) async throws {
        let server = try TLSServer(certificate)
        let error = await failure { () async throws(HTTPError) in try await client(server.url, carrier).send(.page) }
        #expect(error?.code == .notTrusted, "\(String(describing: error))")
        #expect(try server.connectionsAtEnd() == 1)
    }

    @Test(arguments: Carrier.allCases)
    func `a server without TLS is not trusted, and not retried`(carrier: Carrier) async throws {
        let server = try PlainTextServer("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        let error = await failure { () async throws(HTTPError) in try await client(server.url, carrier).send(.page) }
        #expect(error?.code == .notTrusted, "\(String(describing: error))")
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: Carrier.allCases)
    func `a server that closes the connection before the handshake is a lost connection, and is retried`(
        carrier: Carrier
    ) async throws {
        let server = try PlainTextServer("")
        let error = await failure { () async throws(HTTPError) in try await client(server.url, carrier).send(.page) }
        #expect(error?.code == .connectionLost, "\(String(describing: error))")
        #expect(server.connectionCount == 3)
    }
}

import CISWorkers
import Foundation
import TestSupport
import Testing

/// Servers whose certificate the system does not trust.
@Suite struct TLSTests {
    /// Waits for no time between attempts, so that a second one would come at once.
    private static let retry = RetryPolicy(attempts: 3, backoff: Backoff(first: .zero), jitter: Jitter(0))

    private func client(_ url: URL, _ carrier: Carrier) -> HTTPClient {
        var configuration = HTTPConfiguration(baseURL: url)
        configuration.retry = Self.retry
        return HTTPClient(configuration, transport: carrier.transport, clock: TestClock())
    }

    @Test(
        .enabled(if: TLSServer.isAvailable, Comment(rawValue: TLSServer.requirement)),
        arguments: Carrier.allCases, [TestCertificate.ofUnknownAuthority, .selfSigned])
    func `a certificate that is not trusted is no lost connection, and is not tried again`(
        carrier: Carrier, certificate: TestCertificate
    ) async throws {
        let server = try TLSServer(certificate)
        let error = await failure { () async throws(HTTPError) in try await client(server.url, carrier).send(.page) }
        #expect(error?.code == .notTrusted, "\(String(describing: error))")
        #expect(try server.connectionsAtEnd() == 1)
    }

    @Test(arguments: Carrier.allCases)
    func `a server that does not speak TLS is not trusted, and not tried again`(carrier: Carrier) async throws {
        let server = try BluntServer("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        let error = await failure { () async throws(HTTPError) in try await client(server.url, carrier).send(.page) }
        #expect(error?.code == .notTrusted, "\(String(describing: error))")
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: Carrier.allCases)
    func `a server that hangs up instead of greeting is a lost connection, and is tried again`(
        carrier: Carrier
    ) async throws {
        let server = try BluntServer("")
        let error = await failure { () async throws(HTTPError) in try await client(server.url, carrier).send(.page) }
        #expect(error?.code == .connectionLost, "\(String(describing: error))")
        #expect(server.connectionCount == 3)
    }
}

#if os(Linux)
import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `Addresses of requests` {
    private static let hasIPv6 = {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }()

    @Test(
        .enabled(if: hasIPv6, "the system has no IPv6"),
        .enabled(if: OutsideServer.isAvailable, OutsideServer.requirement))
    func `an address may be one of IPv6`() async throws {
        let server = try await OutsideServer("--host", "::1", "site")
        #expect(try await client(server.url("http", host: "[::1]")).page() == "nobody")
    }

    @Test(
        .enabled(if: hasIPv6, "the system has no IPv6"),
        .enabled(if: OutsideServer.isAvailable, OutsideServer.requirement))
    func `the certificate of an address of IPv6 is checked`() async throws {
        let server = try await OutsideServer("--host", "::1", "--tls", "server.pem", "site")
        let client = client(server.url("https", host: "[::1]")) {
            $0.authorities = OutsideServer.certificate("authority.pem")
        }
        #expect(try await client.page() == "nobody")
    }

    /// The name is longer than a host name permits, so no name server is asked.
    @Test func `a host that is not known is no connection`() async throws {
        let url = try #require(URL(string: "http://\(String(repeating: "x", count: 70)).invalid"))
        let error = await failure { () async throws(HTTPError) in try await client(url).page() }
        #expect(error?.code == .notConnected, "\(String(describing: error))")
    }

    @Test func `a path arrives as it was written`() async throws {
        let server = try LoopbackServer(.status(200))
        let url = try #require(URL(string: "\(server.url)/a/./b/../c//d%2Fe?q=%2B#fragment"))
        let transport = CurlTransport()
        _ = try await transport.send(HTTPRequest(.get, url)) { _ in }
        #expect(server.requests.first?.target == "/a/./b/../c//d%2Fe?q=%2B")
    }

    @Test(arguments: ["ftp://127.0.0.1/x", "file:///etc/passwd", "x"])
    func `an address that is not of HTTP is a mistake of the program`(address: String) async throws {
        let url = try #require(URL(string: address))
        let error = await failure { () async throws(HTTPError) in
            try await CurlTransport().send(HTTPRequest(.get, url)) { _ in }
        }
        #expect(error?.code == .invalidRequest)
    }
}
#endif

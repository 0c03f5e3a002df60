#if os(Linux)
import CISWorkers
import Foundation
import FoundationNetworking
import TestSupport
import Testing

@Suite struct `Foundation on Linux` {
    /// When this test fails, the defect is fixed: remove it from the page of the transport, and from
    /// `MisbehaviourTests+Linux`.
    @Test func `known defect of Foundation: incomplete headers stop the program`() async {
        await #expect(processExitsWith: .failure) {
            let server = try LoopbackServer(.garbage(Array("HTTP/1.1 200 OK\r\nA: b\r\n".utf8)))
            _ = try? await Carrier.urlSession.client(server).send(.page)
        }
    }

    /// The same for a trailer field.
    @Test func `known defect of Foundation: a trailer field stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-A\r\n\r\n"
            let server = try LoopbackServer(Reply(.send(Array("\(head)4\r\nwell\r\n0\r\nX-A: b\r\n\r\n".utf8))))
            _ = try? await Carrier.urlSession.client(server).send(.page)
        }
    }

    /// The same for a length close to the largest number.
    @Test func `known defect of Foundation: a huge length stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n"
            let server = try LoopbackServer(.garbage(Array(head.utf8)))
            _ = try? await Carrier.urlSession.client(server).send(.page)
        }
    }

    /// `CurlTransport` refuses them. When this test fails, both transports may do so.
    @Test(arguments: ["Location", "location"])
    func `known defect of Foundation: two redirect targets cannot be told from one`(name: String) async throws {
        let head = "HTTP/1.1 302 Found\r\nLocation: /there\r\n\(name): /elsewhere\r\nContent-Length: 0\r\n\r\n"
        let server = try LoopbackServer {
            $0.target == "/page" ? Reply(.send(Array(head.utf8))) : .status(200, body: "followed")
        }
        #expect(try await Carrier.urlSession.client(server).send(.page) == "followed")
    }

    /// With the defect, the request would wait for the rest of its body until the timeout, which never comes in this
    /// test.
    @Test func `a request with a body on a closed kept-alive connection fails immediately`() async throws {
        let server = try LoopbackServer { request in request.number == 2 ? .hangUp : .status(200, body: "well") }
        let client = Carrier.urlSession.client(server)
        _ = try await client.send(.page)
        let error = await failure { () async throws(HTTPError) in try await client.send(Self.note) }
        #expect(error?.code == .connectionLost)
        #expect(try await client.send(Self.note) == "well")
        #expect(server.requests.map(\.text) == ["", "a note", "a note"])
    }

    @Test func `and is sent again completely if a retry policy is set`() async throws {
        let server = try LoopbackServer { request in request.number == 2 ? .hangUp : .status(200, body: "well") }
        let client = Carrier.urlSession.client(server) {
            $0.retry = RetryPolicy(attempts: 2, backoff: Backoff(first: .zero), jitter: Jitter(0))
        }
        _ = try await client.send(.page)
        #expect(try await client.send(Self.note) == "well")
        #expect(server.requests.map(\.text) == ["", "a note", "a note"])
    }

    private static let note = Endpoint(.put, "note", body: .data(Data("a note".utf8)), decoder: .text)

    @Test func `a URL with an IPv6 address is refused with a reason, before anything is sent`() async throws {
        var configuration = HTTPConfiguration(baseURL: URL("http://[::1]:9/"))
        configuration.retry = RetryPolicy(attempts: 2, backoff: Backoff(first: .zero), jitter: Jitter(0))
        let client = HTTPClient(configuration, transport: URLSessionTransport(), clock: TestClock())
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains("IPv6") == true, "\(String(describing: error))")
    }

    @Test func `proxies of the configuration, which Foundation ignores, are refused`() async throws {
        let server = try LoopbackServer(.status(200, body: "well"))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectionProxyDictionary = ["HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": 9]
        let client = HTTPClient(
            HTTPConfiguration(baseURL: server.url), transport: URLSessionTransport(configuration: configuration),
            clock: TestClock())
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains("prox") == true, "\(String(describing: error))")
        #expect(server.requests.isEmpty)
    }

    /// Messages of libcurl that only a server with a trusted authority can cause. Recorded with libcurl 7.88 and
    /// OpenSSL 3.
    @Test(arguments: [
        "SSL certificate problem: certificate has expired", "SSL certificate problem: certificate is not yet valid",
        "SSL: no alternative certificate subject name matches target host name 'localhost'",
        "SSL peer certificate or SSH remote key was not OK",
        "OpenSSL SSL_read: OpenSSL/3.0.19: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0",
        "TLS connect error: error:0A00010B:SSL routines::wrong version number",
    ])
    func `other messages about certificates are reported unchanged`(words: String) {
        let error = Self.error(words)
        #expect(error.code == .notTrusted)
        #expect(error.description.contains(words))
    }

    @Test(arguments: [
        "OpenSSL SSL_read: OpenSSL/3.0.19: error:0A000126:SSL routines::unexpected eof while reading, errno 0",
        "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h:443", "Recv failure: Connection reset by peer",
        "Failed sending data to the peer",
    ])
    func `a broken secure connection is a lost connection`(words: String) {
        #expect(Self.error(words).code == .connectionLost)
        #expect(!Self.error(words).description.contains(words))
    }

    private static func error(_ words: String) -> HTTPError {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words])
        return HTTPError(error, of: HTTPRequest(.get, URL("https://h/x")))
    }
}
#endif

import CISWorkers
import Foundation
import TestSupport
import Testing

/// What the transports send and receive, whoever uses them.
@Suite struct `Requests and responses on the wire` {
    private static func with(_ server: LoopbackServer, _ old: String, _ new: String) throws -> URL {
        try #require(URL(string: server.url.absoluteString.replacing(old, with: new)))
    }

    static let smuggling = [
        HTTPRequest(.get, URL("http://127.0.0.1:1"), headers: ["X": "a\r\nEvil: 1"]),
        HTTPRequest(.get, URL("http://127.0.0.1:1"), headers: ["X\n": "a"]),
        HTTPRequest(.get, URL("http://127.0.0.1:1"), headers: ["X": "a\0b"]),
        HTTPRequest(HTTPMethod("GET / HTTP/1.1\r\nX:"), URL("http://127.0.0.1:1")),
        HTTPRequest(.post, URL("http://127.0.0.1:1"), headers: ["Content-Length": "3"], body: .data(Data("abcd".utf8))),
        HTTPRequest(.post, URL("http://127.0.0.1:1"), headers: ["transfer-encoding": "chunked"]),
        HTTPRequest(.get, URL("http://127.0.0.1:1"), headers: ["Host": "other"]),
    ]

    @Test(arguments: Carrier.allCases, smuggling)
    func `a header cannot smuggle in a header or a request past the client`(carrier: Carrier, request: HTTPRequest)
        async throws
    {
        let error = await failure { () async throws(HTTPError) in try await carrier.transport.send(request) { _ in } }
        #expect(error?.code == .invalidRequest)
    }

    @Test(arguments: Carrier.allCases)
    func `a token with a line break is refused`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200))
        let token = BearerAuthorization { () async throws(HTTPError) in "a\r\nEvil: 1" }
        let error = await failure { () async throws(HTTPError) in
            try await carrier.client(server, authorization: token).send(.page)
        }
        #expect(error?.code == .invalidRequest)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: Carrier.allCases)
    func `a header may be empty`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200))
        _ = try await carrier.transport.send(HTTPRequest(.get, server.url, headers: ["X-Empty": ""])) { _ in }
        #expect(server.requests.first?.headers["x-empty"] == "")
    }

    @Test(arguments: Carrier.allCases)
    func `a scheme may be in upper case, also in a redirect`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200, body: "well"))
        let loud = try Self.with(server, "http://", "HTTP://")
        #expect(try await client(loud, over: carrier.transport).page() == "well")
        let other = try LoopbackServer(.redirect(302, to: "\(loud)/page"))
        #expect(try await client(other.url, over: carrier.transport).page() == "well")
    }

    @Test(arguments: Carrier.allCases, [200, 401])
    func `a user and a password in the address are not sent`(carrier: Carrier, status: Int) async throws {
        let server = try LoopbackServer(.status(status, ["WWW-Authenticate": #"Basic realm="x""#]))
        let url = try Self.with(server, "//", "//user:word@")
        let error = try? await carrier.transport.send(HTTPRequest(.get, url)) { _ in }
        #expect(error?.status == status)
        #expect(server.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test(arguments: Carrier.allCases)
    func `an explicit authorization is sent, whatever the address has`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200))
        let url = try Self.with(server, "//", "//user:word@")
        var configuration = HTTPConfiguration(baseURL: url)
        configuration.headers["Authorization"] = "Bearer t"
        _ = try await HTTPClient(configuration, transport: carrier.transport, clock: TestClock()).send(.page)
        #expect(server.requests.first?.headers["authorization"] == "Bearer t")
    }

    /// Their values contain commas, so joined values could not be taken apart.
    @Test(arguments: Carrier.allCases)
    func `several cookies can be told apart`(carrier: Carrier) async throws {
        let cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b=2, 3; Secure", "c=", "d=4"]
        let lines = cookies.map { "Set-Cookie: \($0)\r\n" }.joined()
        let server = try LoopbackServer(
            Reply(.send(Array("HTTP/1.1 200 OK\r\nA: 1\r\nA: 2\r\n\(lines)Content-Length: 0\r\n\r\n".utf8))))
        let answer = try await carrier.client(server).send(Endpoint(.get, "x", decoder: .response))
        #expect(answer.headers.values(of: "set-cookie") == cookies)
        #expect(answer.headers["A"]?.filter { $0 != " " } == "1,2")
        #expect(answer.headers.values(of: "missing").isEmpty)
    }

    @Test func `a header may get several values`() {
        var headers: HTTPHeaders = ["A": "1"]
        headers.append("a", " 2 ")
        #expect(headers.values(of: "A") == ["1", "2"])
        #expect(headers["A"] == "1, 2")
        #expect(headers == ["A": "1, 2"])
        headers["A"] = "3"
        #expect(headers.values(of: "a") == ["3"])
    }
}

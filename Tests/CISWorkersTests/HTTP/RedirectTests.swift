import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `Redirects` {
    private static let token = BearerAuthorization { () async throws(HTTPError) in "t" }

    @Test(arguments: Carrier.allCases, [301, 302, 303, 307, 308])
    func `a redirect is followed, relative to the previous URL`(carrier: Carrier, status: Int) async throws {
        let server = try LoopbackServer(.redirect(status, to: "c%2Fd?x=a%2Bb"), .status(200, body: "there"))
        let text = try await carrier.client(server).send(Endpoint(.get, "a/b", decoder: .text))
        #expect(text == "there")
        #expect(server.requests.last?.target == "/a/c%2Fd?x=a%2Bb")
    }

    @Test(arguments: Carrier.allCases)
    func `a loop ends at the limit`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.redirect(302, to: "/page"))
        let client = carrier.client(server) { $0.maximumRedirects = 5 }
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .tooManyRedirects)
        #expect(server.requests.count == 6)
    }

    @Test(arguments: Carrier.allCases)
    func `with a limit of zero a redirect is a response`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.redirect(302, to: "/elsewhere"))
        let client = carrier.client(server) { $0.maximumRedirects = 0 }
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.status == 302)
        #expect(error?.response?.headers["Location"] == "/elsewhere")
    }

    @Test(
        arguments: Carrier.allCases,
        [(301, "GET", ""), (302, "GET", ""), (303, "GET", ""), (307, "POST", "b"), (308, "POST", "b")])
    func `a form is sent again only with status 307 or 308`(
        carrier: Carrier, expected: (status: Int, method: String, body: String)
    ) async throws {
        let server = try LoopbackServer(.redirect(expected.status, to: "/there"), .status(200))
        try await carrier.client(server).send(Endpoint(.post, "x", body: .data(Data("b".utf8)), decoder: .none))
        #expect(server.requests.last?.method == expected.method)
        #expect(server.requests.last?.text == expected.body)
        #expect((server.requests.last?.headers["content-type"] != nil) == (expected.method == "POST"))
    }

    @Test(arguments: Carrier.allCases)
    func `the authorization is not sent to another server`(carrier: Carrier) async throws {
        let other = try LoopbackServer(.status(200, body: "other"))
        let target = other.url.absoluteString + "/x"
        let server = try LoopbackServer { request in
            request.target == "/page" ? .redirect(302, to: "/here") : .redirect(302, to: target)
        }
        let client = carrier.client(server, authorization: Self.token) {
            $0.headers = ["X-Api-Key": "k", "Cookie": "c", "Accept": "text/plain"]
        }
        #expect(try await client.send(.page) == "other")
        #expect(server.requests.last?.headers["authorization"] == "Bearer t")
        #expect(server.requests.last?.headers["x-api-key"] == "k")
        let headers = try #require(other.requests.first?.headers)
        #expect(headers["authorization"] == nil && headers["x-api-key"] == nil && headers["cookie"] == nil)
        #expect(headers["accept"] == "text/plain")
    }

    @Test func `a redirect from https to http is not followed`() async throws {
        let transport = StubTransport(HTTPResponse(status: 302, headers: ["Location": "http://h/x"]))
        let client = HTTPClient(
            HTTPConfiguration(baseURL: URL("https://h")), transport: transport, clock: TestClock())
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .notTrusted)
        #expect(transport.requests.count == 1)
    }

    @Test(
        arguments: Carrier.allCases,
        [
            "", "http://[::1", "mailto:x@y", "http://h:99999/", "ftp://h/x", "file:///etc/passwd", "data:,x",
            "http:///x",
        ])
    func `a redirect to an invalid URL has its own error, and is not retried`(
        carrier: Carrier, location: String
    ) async throws {
        let server = try LoopbackServer(.redirect(302, to: location))
        let client = carrier.client(server) {
            $0.retry = RetryPolicy(attempts: 3, backoff: Backoff(first: .zero), jitter: Jitter(0))
        }
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .invalidRedirect, "\(String(describing: error))")
        #expect(server.requests.count == 1)
    }

    /// Browsers refuse them, too: one of them may come from an attacker. Foundation passes only one on, or joins them.
    @Test(
        arguments: Carrier.allCases.filter { $0 != .urlSession },
        [("/there", true), ("/elsewhere", false), ("http://h/", false)])
    func `a redirect with two targets is not followed, unless they are equal`(
        carrier: Carrier, second: (location: String, isFollowed: Bool)
    ) async throws {
        let head = "HTTP/1.1 302 Found\r\nLocation: /there\r\nlocation: \(second.location)\r\nContent-Length: 0\r\n\r\n"
        let server = try LoopbackServer {
            $0.target == "/page" ? Reply(.send(Array(head.utf8))) : .status(200, body: "there")
        }
        let result: String
        do throws(HTTPError) {
            result = try await carrier.client(server).page()
        } catch {
            result = "\(error.code)"
        }
        #expect(result == (second.isFollowed ? "there" : "invalidRedirect"))
        #expect(server.requests.map(\.target) == (second.isFollowed ? ["/page", "/there"] : ["/page"]))
    }

    @Test(arguments: Carrier.allCases)
    func `a comma in the target of a redirect is a comma`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.redirect(302, to: "/map/@1,2,/a?to=b,http://c/"), .status(200, body: "there"))
        #expect(try await carrier.client(server).send(.page) == "there")
        #expect(server.requests.last?.target == "/map/@1,2,/a?to=b,http://c/")
    }

    @Test(arguments: Carrier.allCases, ["/there  ", "  /there", "/there \t "])
    func `spaces around a redirect target are ignored`(carrier: Carrier, location: String) async throws {
        let server = try LoopbackServer(.redirect(302, to: location), .status(200, body: "there"))
        #expect(try await carrier.client(server).send(.page) == "there")
        #expect(server.requests.last?.target == "/there")
    }

    @Test(arguments: Carrier.allCases)
    func `a redirect without a target is a response`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(302))
        let error = await failure { () async throws(HTTPError) in try await carrier.client(server).send(.page) }
        #expect(error?.status == 302)
    }
}

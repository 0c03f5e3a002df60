import CISWorkers
import Foundation
import TestSupport
import Testing

/// Building requests from endpoints.
@Suite struct `Building requests` {
    private let transport = StubTransport(.ok)

    private func send(
        _ endpoint: Endpoint<Void>,
        base: String = "https://api.example.org",
        headers: HTTPHeaders = [:],
        query: HTTPQuery = [:]
    ) async throws -> HTTPRequest {
        let url = try #require(URL(string: base))
        let configuration = HTTPConfiguration(baseURL: url, headers: headers, query: query)
        try await HTTPClient(configuration, transport: transport, clock: TestClock()).send(endpoint)
        return try #require(transport.requests.last)
    }

    private func problem(_ endpoint: Endpoint<Void>, base: String = "https://api.example.org") async throws -> String {
        let url = try #require(URL(string: base))
        let error = await failure { () async throws(HTTPError) in
            try await HTTPClient(HTTPConfiguration(baseURL: url), transport: transport, clock: TestClock()).send(
                endpoint)
        }
        #expect(error?.code == .invalidRequest)
        #expect(transport.requests.isEmpty)
        return error?.description ?? ""
    }

    @Test(arguments: [
        ("https://h", "a/b", "https://h/a/b"), ("https://h/", "a/b", "https://h/a/b"),
        ("https://h", "/a/b", "https://h/a/b"),
        ("https://h/", "/a/b", "https://h/a/b"), ("https://h/v1", "a", "https://h/v1/a"),
        ("https://h/v1/", "/a/", "https://h/v1/a/"), ("https://h:8080", "a", "https://h:8080/a"),
        ("https://h/v1", "", "https://h/v1"), ("https://h", "", "https://h/"),
        ("https://h/v1?old#x", "a", "https://h/v1/a"), ("https://h//", "//a", "https://h/a"),
        ("https://h/v1//", "a//b/", "https://h/v1/a//b/"), ("https://h/v1", "//", "https://h/v1/"),
        ("https://h//v1//", "", "https://h//v1"),
        ("https://h/%ED%95%9C", "글", "https://h/%ED%95%9C/%EA%B8%80"), ("https://h", "a%2Fb c", "https://h/a%2Fb%20c"),
    ])
    func `base URL and path are joined with exactly one slash`(base: String, path: String, url: String) async throws {
        let request = try await send(Endpoint(.get, HTTPPath(stringLiteral: path), decoder: .none), base: base)
        #expect(request.url.absoluteString == url)
    }

    @Test func `an interpolated value is one path segment, whatever it contains`() async throws {
        let name = "a/../b?c#d%2F한"
        let request = try await send(Endpoint(.get, "players/\(name)/\(7)", decoder: .none))
        #expect(
            request.url.absoluteString == "https://api.example.org/players/a%2F..%2Fb%3Fc%23d%252F%ED%95%9C/7")
    }

    @Test(arguments: ["", ".", ".."])
    func `a value that cannot be a segment is refused, and shown`(value: String) async throws {
        let text = try await problem(Endpoint(.get, "players/\(value)", decoder: .none))
        #expect(text.contains("the value “\(value)” cannot be a path segment"))
    }

    @Test func `a query in the path is refused`() async throws {
        let text = try await problem(Endpoint(.get, "players?page=1", decoder: .none))
        #expect(text.contains("pass the query separately"))
    }

    @Test func `a query is escaped, plus signs included`() async throws {
        let query: HTTPQuery = ["q": "a b+c&d=é", "page": 2, "exact": true, "genre": String?.none]
        let request = try await send(Endpoint(.get, "s", query: query, decoder: .none))
        #expect(request.url.absoluteString == "https://api.example.org/s?q=a%20b%2Bc%26d%3D%C3%A9&page=2&exact=true")
    }

    @Test func `an encoded item is kept unchanged`() async throws {
        var query: HTTPQuery = ["a": "%2B"]
        query.append(encoded: "cursor%5B%5D", "x%2By+z==")
        let request = try await send(Endpoint(.get, "s", query: query, decoder: .none))
        #expect(request.url.absoluteString == "https://api.example.org/s?a=%252B&cursor%5B%5D=x%2By+z==")
    }

    @Test(arguments: ["a b", "%2", "한", "x#y", "%GG"])
    func `an encoded item with invalid characters is refused`(value: String) async throws {
        var query = HTTPQuery()
        query.append(encoded: "c", value)
        let text = try await problem(Endpoint(.get, "s", query: query, decoder: .none))
        #expect(text.contains("contains characters that must be escaped"))
    }

    @Test func `common query items come first, and the endpoint's replace those with the same name`() async throws {
        let request = try await send(
            Endpoint(.get, "s", query: ["language": "ko", "page": 1], decoder: .none),
            query: ["api_key": "k", "language": "en"])
        #expect(request.url.query() == "api_key=k&language=ko&page=1")
    }

    @Test func `the endpoint's headers replace common ones, ignoring case`() async throws {
        let request = try await send(
            Endpoint(.get, "s", headers: ["accept": "text/plain"], decoder: .none),
            headers: ["Accept": "application/json", "X-App": "1"])
        #expect(request.headers["ACCEPT"] == "text/plain")
        #expect(request.headers["x-app"] == "1")
    }

    @Test func `a JSON body omits nil, and has a content type`() async throws {
        struct Player: Encodable, Sendable {
            var name: String
            var age: Int?
        }
        let request = try await send(
            Endpoint(.post, "players", body: .json(Player(name: "Mina")), decoder: .none),
            headers: ["Content-Type": "x/y"])
        #expect(request.body == .data(Data(#"{"name":"Mina"}"#.utf8)))
        #expect(request.headers["Content-Type"] == "application/json")
    }

    @Test func `a form body has form encoding`() async throws {
        let request = try await send(Endpoint(.post, "login", body: .form(["name": "a b+c", "n": 1]), decoder: .none))
        #expect(request.body == .data(Data("name=a+b%2Bc&n=1".utf8)))
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test func `a body of bytes is sent unchanged, with the endpoint's content type`() async throws {
        let endpoint = Endpoint(
            .put, "photo", headers: ["Content-Type": "image/png"], body: .data(Data([1, 2])), decoder: .none)
        let request = try await send(endpoint)
        #expect(request.body == .data(Data([1, 2])))
        #expect(request.headers["Content-Type"] == "image/png")
    }

    @Test func `a body that cannot be encoded is refused`() async throws {
        let text = try await problem(Endpoint(.post, "s", body: .json(["x": Double.infinity]), decoder: .none))
        #expect(text.contains("the body cannot be encoded"))
    }

    @Test(arguments: [HTTPMethod.get, .head])
    func `a method without a body is refused with one`(method: HTTPMethod) async throws {
        let text = try await problem(Endpoint(method, "s", body: .form(["a": "b"]), decoder: .none))
        #expect(text.contains("\(method) cannot have a body"))
    }

    @Test func `a missing file is named`() async throws {
        let file = URL(fileURLWithPath: "/nowhere/photo.jpg")
        let text = try await problem(Endpoint(.put, "s", body: .file(file), decoder: .none))
        #expect(text.contains("“photo.jpg” cannot be read"))
    }

    @Test func `a folder is not a file`() async throws {
        let folder = FileManager.default.temporaryDirectory
        _ = try await problem(Endpoint(.put, "s", body: .file(folder), decoder: .none))
    }

    @Test(arguments: [("X-Name", "a\r\nEvil: 1"), ("X Name", "a"), ("", "a"), ("X-Name", "a\0")])
    func `a header value cannot contain another header`(name: String, value: String) async throws {
        let text = try await problem(Endpoint(.get, "s", headers: [name: value], decoder: .none))
        #expect(text.contains("contains a character that is not allowed in headers"))
        #expect(!text.contains("Evil"))
    }

    /// With a length of its own, the rest of a body would be another request.
    @Test(arguments: [
        "Content-Length", "transfer-encoding", "HOST", "Connection", "Keep-Alive", "Proxy-Connection", "Upgrade",
        "Expect", "Trailer",
    ])
    func `a header that belongs to the transport is refused`(name: String) async throws {
        let text = try await problem(Endpoint(.post, "s", headers: [name: "3"], decoder: .none))
        #expect(text.contains("the header “\(name)” is set by the transport"))
        var configuration = HTTPConfiguration(baseURL: URL("https://h"))
        configuration.headers[name] = "3"
        let error = await failure { () async throws(HTTPError) in
            try await HTTPClient(configuration, transport: transport, clock: TestClock()).send(
                Endpoint(.get, "s", decoder: .none))
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func `an invalid method name is refused`() async throws {
        _ = try await problem(Endpoint(HTTPMethod("GET / HTTP/1.1\r\nX: y"), "s", decoder: .none))
    }

    @Test(arguments: ["api.example.org", "ftp://h", "http://", "file:///etc", "http://h:99999"])
    func `an invalid base URL is refused with each request`(base: String) async throws {
        let text = try await problem(Endpoint(.get, "s", decoder: .none), base: base)
        #expect(text.contains("the base URL needs the scheme http or https and a host"))
    }

    @Test func `a complete URL is used unchanged, without common headers and query`() async throws {
        let request = try await send(
            Endpoint(.put, url: URL("https://cdn.example.com/x?sig=a%2Bb"), body: .data(Data([1])), decoder: .none),
            headers: ["X-Key": "k"], query: ["api_key": "k"])
        #expect(request.url.absoluteString == "https://cdn.example.com/x?sig=a%2Bb")
        #expect(request.headers["X-Key"] == nil)
    }

    @Test func `a complete URL without a scheme is refused`() async throws {
        _ = try await problem(Endpoint(.get, url: URL("x"), decoder: .none))
    }

    @Test func `a second attempt is sent to the same URL`() async throws {
        let endpoint = Endpoint(.put, "players/\(5)", body: .json(["a": 1]), decoder: .none)
        let first = try await send(endpoint)
        let second = try await send(endpoint)
        #expect(first.url == second.url)
        #expect(first.body == second.body)
    }
}

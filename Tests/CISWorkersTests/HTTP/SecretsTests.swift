import CISWorkers
import Foundation
import TestSupport
import Testing

/// No description, dump or message contains a secret.
@Suite struct `Secrets of requests` {
    private static let secrets = [
        "s3cret-token", "s3cret-key", "s3cret-body", "s3cret-answer", "s3cret-cookie", "s3cret-user",
    ]

    private static func texts(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        let localized = (value as? any Error)?.localizedDescription ?? ""
        return ["\(value)", String(reflecting: value), dumped, localized].joined(separator: "\n")
    }

    private static let answers = [
        HTTPResponse(status: 500, headers: ["Set-Cookie": "s3cret-cookie"], text: "s3cret-answer"),
        HTTPResponse(status: 200, headers: ["X-Token": "s3cret-cookie"], text: #"{"id":"s3cret-answer"}"#),
        HTTPResponse(status: 302, headers: ["Location": "https://s3cret-user:s3cret-user@h/?k=s3cret-key&s3cret-key"]),
    ]

    @Test func `errors of requests`() async throws {
        struct DTO: Decodable, Sendable { var id: Int }
        var configuration = HTTPConfiguration(
            baseURL: URL("https://s3cret-user:s3cret-user@h/v1"), headers: ["X-Key": "s3cret-key"],
            query: ["key": "s3cret-key"])
        configuration.maximumRedirects = 1
        let token = "s3cret-token"
        for answer in Self.answers {
            let client = HTTPClient(
                configuration, authorization: BearerAuthorization { () async throws(HTTPError) in token },
                transport: StubTransport(answer), clock: TestClock())
            let endpoint = Endpoint(
                .post, "a/\(secret: "s3cret-token")/b", query: ["token": "s3cret-token"],
                headers: ["Cookie": "s3cret-cookie"], body: .form(["password": "s3cret-body"]), decoder: .json(DTO.self)
            )
            let error = try #require(await failure { () async throws(HTTPError) in try await client.send(endpoint) })
            let texts = Self.texts(error) + Self.texts(error.response as Any) + Self.texts(endpoint)
            for secret in Self.secrets { #expect(!texts.contains(secret), "\(texts)") }
            #expect(texts.contains("https://h"))
        }
    }

    @Test func `a redirect that repeats a secret of the path`() async throws {
        let transport = StubTransport(HTTPResponse(status: 308, headers: ["Location": "/hooks/s3cret-token/?k=v"]))
        var configuration = HTTPConfiguration(baseURL: URL("https://h"))
        configuration.maximumRedirects = 2
        let client = HTTPClient(configuration, transport: transport, clock: TestClock())
        let error = try #require(
            await failure { () async throws(HTTPError) in
                try await client.send(Endpoint(.post, "hooks/\(secret: "s3cret-token")", decoder: .none))
            })
        #expect(error.code == .tooManyRedirects)
        #expect(transport.requests.last?.url.absoluteString == "https://h/hooks/s3cret-token/?k=v")
        #expect(!Self.texts(error).contains("s3cret"), "\(error)")
        #expect(Self.texts(error).contains("https://h/…?k=…"), "\(error)")
    }

    @Test func `network errors do not contain the system's message, which contains the URL`() async throws {
        let nobody = try ClosedPort()
        let client = HTTPClient(
            HTTPConfiguration(baseURL: nobody.url, query: ["key": "s3cret-key"]),
            transport: Carrier.usual.transport, clock: TestClock())
        let error = try #require(
            await failure { () async throws(HTTPError) in try await client.send(Endpoint(.get, "s", decoder: .none)) })
        #expect(!Self.texts(error).contains("s3cret-key"))
        #expect(Self.texts(error).contains("/s?key=…"))
    }

    @Test func `requests, responses and their parts`() {
        let request = HTTPRequest(
            .post, URL("https://s3cret-user:s3cret-user@h/p?k=s3cret-key&s3cret-token#s3cret-token"),
            headers: ["Authorization": "s3cret-token", "Accept": "text/plain"], body: .data(Data("s3cret-body".utf8)))
        let texts = [
            Self.texts(request), Self.texts(request.headers), Self.texts(request.body), Self.texts(Self.answers[0]),
            Self.texts(HTTPQuery(dictionaryLiteral: ("k", "s3cret-key"))),
            Self.texts("a/\(secret: "s3cret-key")" as HTTPPath),
            Self.texts(HTTPBody.json(["a": "s3cret-body"])), Self.texts(HTTPBody.form(["a": "s3cret-body"])),
            Self.texts(BasicAuthorization(user: "s3cret-user", password: "s3cret-token")),
        ].joined(separator: "\n")
        for secret in Self.secrets { #expect(!texts.contains(secret), "\(texts)") }
        #expect("\(request)" == "POST https://h/p?k=…&…")
        #expect("\(request.headers)" == "[Accept: text/plain, Authorization: …]")
    }

    @Test func `an endpoint with a URL that a server has returned`() {
        let address = URL("https://s3cret-user:s3cret-user@h/p?X-Signature=s3cret-key&s3cret-token#s3cret-token")
        let endpoint = Endpoint(
            .put, url: address, headers: ["Cookie": "s3cret-cookie"], body: .data(Data("s3cret-body".utf8)),
            decoder: .none)
        let texts = [Self.texts(endpoint), Self.texts(endpoint.place), Self.texts([endpoint.place])].joined()
        for secret in Self.secrets { #expect(!texts.contains(secret), "\(texts)") }
        #expect("\(endpoint)" == "PUT https://h/p?X-Signature=…&…")
        let relative = Endpoint(.get, "a/\(secret: "s3cret-token")", query: ["key": "s3cret-key"], decoder: .none)
        #expect("\(relative)" == "GET a/…?key=…")
        #expect("\(relative.place)" == "a/…")
    }

    @Test func `a configuration, and a client with it`() {
        let configuration = HTTPConfiguration(
            baseURL: URL("https://s3cret-user:s3cret-user@h/v1?s3cret-key#s3cret-token"),
            headers: ["X-Key": "s3cret-key", "Accept": "text/plain"], query: ["key": "s3cret-key"])
        let client = HTTPClient(
            configuration, authorization: BasicAuthorization(user: "s3cret-user", password: "s3cret-token"),
            transport: StubTransport(.ok), clock: TestClock())
        let texts = Self.texts(configuration) + Self.texts(client)
        for secret in Self.secrets { #expect(!texts.contains(secret), "\(texts)") }
        #expect("\(configuration)" == "https://h/v1?key=…, headers [Accept: text/plain, X-Key: …]")
    }

    @Test func `a value that cannot be encoded is not shown`() async throws {
        struct Broken: Encodable, Sendable {
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue("s3cret-body", .init(codingPath: [], debugDescription: "s3cret-body"))
            }
        }
        let client = HTTPClient(
            HTTPConfiguration(baseURL: URL("https://h")), transport: StubTransport(.ok), clock: TestClock())
        let error = try #require(
            await failure { () async throws(HTTPError) in
                try await client.send(Endpoint(.post, "s", body: .json(Broken()), decoder: .none))
            })
        #expect(!Self.texts(error).contains("s3cret"))
    }
}

import CISWorkers
import Foundation
import TestSupport
import Testing

/// Nothing that is printed, dumped or shown has a secret in it.
@Suite struct SecretsTests {
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

    @Test func `errors of the network have no words of the system's, which quote the address`() async throws {
        let nobody = try ClosedPort()
        let client = HTTPClient(
            HTTPConfiguration(baseURL: nobody.url, query: ["key": "s3cret-key"]),
            transport: Carrier.usual.transport, clock: TestClock())
        let error = try #require(
            await failure { () async throws(HTTPError) in try await client.send(Endpoint(.get, "s", decoder: .none)) })
        #expect(!Self.texts(error).contains("s3cret-key"))
        #expect(Self.texts(error).contains("/s?key=…"))
    }

    @Test func `requests, answers and their parts`() {
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

    @Test func `a value that cannot be encoded is not quoted`() async throws {
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

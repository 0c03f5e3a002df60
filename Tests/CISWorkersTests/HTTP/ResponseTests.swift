import CISWorkers
import Foundation
import TestSupport
import Testing

/// Decoding responses.
@Suite struct `Decoding responses` {
    private struct MovieDTO: Decodable, Sendable {
        enum Genre: String, Decodable { case adventure }
        var id: Int
        var genre: Genre?
    }
    private struct PageDTO: Decodable, Sendable { var results: [MovieDTO] }

    private func send<Response: Sendable>(
        _ decoder: ResponseDecoder<Response>,
        _ answer: HTTPResponse,
        accepted: AcceptedStatuses = .successful
    ) async throws(HTTPError) -> Response {
        let client = HTTPClient(
            HTTPConfiguration(baseURL: URL("https://h")), transport: StubTransport(answer), clock: TestClock())
        return try await client.send(Endpoint(.get, "s", accepted: accepted, decoder: decoder))
    }

    private func error<Response: Sendable>(
        _ decoder: ResponseDecoder<Response>,
        _ answer: HTTPResponse,
        accepted: AcceptedStatuses = .successful
    ) async -> HTTPError? {
        await failure { () async throws(HTTPError) in try await send(decoder, answer, accepted: accepted) }
    }

    @Test(arguments: [200, 201, 204, 299])
    func `success is 200 to 299`(status: Int) async throws {
        try await send(.none, HTTPResponse(status: status))
    }

    @Test(arguments: [100, 199, 300, 304, 400, 401, 404, 500, 999])
    func `any other status is an error`(status: Int) async {
        let error = await error(.json(PageDTO.self), HTTPResponse(status: status, text: #"{"results":[]}"#))
        #expect(error?.code == .status)
        #expect(error?.status == status)
    }

    @Test func `an endpoint can accept exactly one status`() async throws {
        try await send(.none, HTTPResponse(status: 201), accepted: [201])
        let error = await error(.none, HTTPResponse(status: 200), accepted: [201])
        #expect(error?.status == 200)
    }

    @Test func `a status error has the headers and the beginning of the body`() async {
        let body = String(repeating: "0123456789", count: 1000)
        let error = await error(.none, HTTPResponse(status: 404, headers: ["X-Why": "gone"], text: body))
        #expect(error?.response?.headers["x-why"] == "gone")
        #expect(error?.response?.bodyPrefix == Data(body.utf8.prefix(HTTPError.bodyPrefixSize)))
    }

    @Test func `JSON is decoded into a transfer object, and converted into an entity`() async throws {
        let ids = try await send(
            .json(PageDTO.self, map: { $0.results.map(\.id) }),
            HTTPResponse(text: #"{"results":[{"id":7,"genre":"adventure"},{"id":8}]}"#))
        #expect(ids == [7, 8])
    }

    @Test(arguments: [
        (#"{"results":[{"id":7},{"id":"x"}]}"#, "results[1].id", "is not of type Int"),
        (#"{"results":[{"genre":null}]}"#, "results[0].id", "is missing"),
        (#"{"results":null}"#, "results", "is null"),
        (#"{"results":[{"id":1,"genre":"western"}]}"#, "results[0].genre", "is not valid"),
        (#"{"results":["#, "", "the content is not valid"), ("<html>", "", "the content is not valid"),
    ])
    func `a decoding error names the position`(json: String, path: String, text: String) async {
        let error = await error(.json(PageDTO.self), HTTPResponse(text: json))
        #expect(error?.code == .decoding)
        #expect(error?.decodingPath == path)
        #expect(error?.description.contains(text) == true)
        #expect(error?.response?.bodyPrefix == Data(json.utf8))
        #expect(error?.description.contains("western") != true)
    }

    @Test(arguments: [
        (#"{"mina@example.com":{"results":[]},"ada":{}}"#, "ada.results", "“….results” is missing"),
        (#"{"ada":{"results":[{"id":"x"}]}}"#, "ada.results[0].id", "“….results[0].id” is not of type Int"),
        (#"{"4242":{"results":7}}"#, "4242.results", "“….results” is not of type "),
        (#"{"ada":null}"#, "ada", "“…” is null"),
    ])
    func `the key of a dictionary is in the path, but not in the text`(json: String, path: String, text: String) async {
        let error = await error(.json([String: PageDTO].self), HTTPResponse(text: json))
        #expect(error?.decodingPath == path)
        #expect(error?.description.contains(text) == true, "\(String(describing: error))")
        for key in ["ada", "4242", "mina"] { #expect(error?.description.contains(key) == false) }
    }

    @Test func `a position in nested arrays is shown by its indices`() async {
        let error = await error(.json([[Int]].self), HTTPResponse(text: #"[[1],[2,"x"]]"#))
        #expect(error?.decodingPath == "[1][1]")
        #expect(error?.description.contains("“[1][1]” is not of type Int") == true)
    }

    @Test func `invalid UTF-8 is a decoding error, in JSON and in text`() async {
        let answer = HTTPResponse(status: 200, body: Data([0x22, 0xFF, 0xFE, 0x22]))
        #expect(await error(.json(String.self), answer)?.code == .decoding)
        #expect(await error(.text, answer)?.code == .decoding)
    }

    @Test func `empty JSON has its own error`() async {
        let error = await error(.json(PageDTO.self), HTTPResponse(status: 204))
        #expect(error?.code == .emptyResponse)
        #expect(error?.status == 204)
    }

    @Test func `bytes and text may be empty`() async throws {
        #expect(try await send(.data, .ok).isEmpty)
        #expect(try await send(.text, .ok).isEmpty)
    }

    @Test func `an error of the conversion is a decoding error`() async {
        struct NoMeaning: Error {}
        let decoder = ResponseDecoder.text.map { _ -> Int in throw NoMeaning() }
        let error = await error(decoder, HTTPResponse(text: "x"))
        #expect(error?.code == .decoding)
        #expect(error?.response?.bodyPrefix == Data("x".utf8))
    }

    @Test func `a decoder sees status and headers`() async throws {
        let decoder = ResponseDecoder<String> { response in
            guard let location = response.headers["location"] else { throw HTTPError(.decoding, reason: "no Location") }
            return location
        }
        #expect(try await send(decoder, HTTPResponse(status: 201, headers: ["Location": "/p/1"])) == "/p/1")
        #expect(await error(decoder, HTTPResponse(status: 201))?.description.contains("no Location") == true)
        #expect(try await send(.response, HTTPResponse(status: 201)).status == 201)
    }
}

import CISWorkers
import Foundation
import Testing

@Suite struct LoopbackTests {
    @Test func `hello`() async throws {
        let server = try LoopbackServer(.status(200, body: "hello"))
        let client = HTTPClient(HTTPConfiguration(baseURL: server.url))
        let text = try await client.send(Endpoint(.get, "a/b", query: ["q": "a b+c&d"], decoder: .text))
        #expect(text == "hello")
        #expect(server.requests.first?.target == "/a/b?q=a%20b%2Bc%26d")
    }
}

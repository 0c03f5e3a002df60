import CISWorkers
import Foundation
import TestSupport
import Testing

/// Requests for headers only.
extension `Redirects` {
    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirected HEAD stays a HEAD`(status: Int) async throws {
        let transport = StubTransport(
            HTTPResponse(status: status, headers: ["Location": "/there"]), HTTPResponse(status: 200))
        let client = client(URL("https://example.com"), over: transport)
        try await client.send(Endpoint(.head, "here", decoder: .none))
        #expect(transport.requests.map(\.method) == [.head, .head])
        #expect(transport.requests.last?.url.path() == "/there")
    }
}

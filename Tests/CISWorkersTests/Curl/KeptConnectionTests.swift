#if os(Linux)
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Servers that close a connection that was kept after an earlier request, just when the next one arrives.
@Suite struct `Kept connections` {
    /// Returns a server that does not answer the second request. It answers all others.
    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in request.number == 2 ? .hangUp : .status(200, body: "well") }
    }

    private static let bodies: [HTTPBody] = [.none, .data(Data("content".utf8))]

    @Test func `what may be repeated is sent over another connection`() async throws {
        let server = try Self.server()
        let client = client(server.url)
        _ = try await client.page()
        #expect(try await client.page() == "well")
        #expect(server.requests.map(\.connection) == [1, 1, 2])
    }

    @Test func `a body is sent again from its beginning`() async throws {
        let folder = try TemporaryFolder()
        let content = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: folder("content"))
        for body in [HTTPBody.data(content), .file(folder("content"))] {
            let server = try Self.server()
            let client = client(server.url)
            _ = try await client.page()
            try await client.send(Endpoint(.put, "x", body: body, decoder: .none))
            #expect(server.requests.map(\.bodySize) == [0, content.count, content.count])
            #expect(server.requests.last.map { Data($0.body) } == content)
        }
    }

    @Test(arguments: bodies.indices)
    func `a POST is not sent twice`(body: Int) async throws {
        let server = try Self.server()
        let client = client(server.url)
        _ = try await client.page()
        let error = await failure { () async throws(HTTPError) in
            try await client.send(Endpoint(.post, "x", body: Self.bodies[body], decoder: .none))
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.description.contains("POST is not sent twice") == true)
        #expect(server.requests.map(\.method) == ["GET", "POST"])
        #expect(try await client.page() == "well")
    }

    @Test func `a POST goes over a connection that was kept`() async throws {
        let server = try LoopbackServer(.status(200))
        let client = client(server.url)
        for _ in 1...3 { try await client.send(Endpoint(.post, "x", decoder: .none)) }
        #expect(server.connectionCount == 1)
    }

    @Test func `no more connections are made than are allowed`() async throws {
        let holds = [Hold(), Hold()]
        let server = try LoopbackServer { request in
            Reply(.hold(holds[min(request.number, 2) - 1]), .send(Array(Reply.head(200, length: 0).utf8)))
        }
        let client = client(server.url) { $0.maximumConnectionsPerHost = 2 }
        async let all: Void = withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...20 { group.addTask { _ = try await client.page() } }
            try await group.waitForAll()
        }
        for hold in holds { await hold.reached() }
        for hold in holds { hold.open() }
        try await all
        #expect(server.connectionCount == 2)
    }
}
#endif

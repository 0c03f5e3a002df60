#if os(Linux)
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Requests that wait for a connection.
@Suite struct `Requests that wait for a connection` {
    @Test func `a request that was cancelled while it waited for a connection is never sent`() async throws {
        let hold = Hold()
        let server = try LoopbackServer(
            Reply(.hold(hold), .send(Array((Reply.head(200, length: 1) + "a").utf8))), .status(200, body: "b"),
            .status(200, body: "c"))
        let client = client(server.url) { $0.maximumConnectionsPerHost = 1 }
        func task(_ path: HTTPPath) -> Task<String?, Never> {
            Task { try? await client.send(Endpoint(.get, path, decoder: .text)) }
        }
        let first = task("first")
        await server.received(1)
        let second = task("second")
        // A request to another server takes long enough for the second one to get in line.
        let other = try LoopbackServer(.status(200))
        try await client.send(Endpoint(.get, url: other.url, decoder: .none))
        let third = task("third")
        second.cancel()
        #expect(await second.value == nil)
        hold.open()
        #expect(await first.value == "a")
        #expect(await third.value == "b")
        #expect(server.requests.map(\.target) == ["/first", "/third"])
    }

    @Test func `the number of connections may be as great as a number can be`() async throws {
        let server = try LoopbackServer(.status(200, body: "a"))
        let client = client(server.url) { $0.maximumConnectionsPerHost = .max }
        #expect(try await client.page() == "a")
    }

    @Test func `a request that is cancelled while it waits for a connection leaves no file`() async throws {
        let folder = try TemporaryFolder()
        var one = CurlConfiguration.patient
        one.maximumConnectionsPerHost = 1
        let transport = CurlTransport(one)
        let hold = Hold()
        let server = try LoopbackServer(Reply(.hold(hold), .send(Array((Reply.head(200, length: 1) + "a").utf8))))
        let first = Task { try? await client(server.url, over: transport).page() }
        await server.received(1)
        let saving = client(server.url, over: transport.saving(to: folder("film")))
        let second = Task { try? await saving.page() }
        // A request to another server takes long enough for the second one to get in line, and later for its removal.
        let other = try LoopbackServer(.status(200, body: "b"))
        _ = try await client(other.url, over: transport).page()
        second.cancel()
        #expect(await second.value == nil)
        _ = try await client(other.url, over: transport).page()
        await withCheckedContinuation { continuation in transport.files.async { continuation.resume() } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        hold.open()
        #expect(await first.value == "a")
    }
}
#endif

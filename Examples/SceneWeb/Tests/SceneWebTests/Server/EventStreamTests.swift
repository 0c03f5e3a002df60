import Foundation
import SceneWeb
import Testing

@Suite("streams of events") struct EventStreamTests {
    /// Returns a server that answers every request with a stream, and the streams that it has created.
    private static func server(
        limit: Int = 8 << 20, onEnd: (@Sendable (EventStream.End) -> Void)? = nil
    ) throws -> (WebServer, AsyncStream<EventStream>) {
        let (streams, made) = AsyncStream.makeStream(of: EventStream.self)
        let server = try WebServer(port: 0) { _ in
            let stream = EventStream(limit: limit, onEnd: onEnd)
            stream.send("first", id: "1")
            made.yield(stream)
            return .events(stream)
        }
        return (server, streams)
    }

    private static func listen(_ server: WebServer) -> RawClient {
        let client = RawClient(port: server.port)
        // With HTTP/1.0 the answer has no chunks, and ends with its connection.
        client.send("GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
        return client
    }

    @Test func `what is sent before and after the page listens comes in order`() async throws {
        let (server, streams) = try Self.server()
        let client = Self.listen(server)
        let opening = await client.read(until: "data: first\n\n")
        #expect(opening.contains("Content-Type: text/event-stream"))
        let stream = try #require(await streams.first { _ in true })
        stream.send("two\nlines", id: "2", event: "pair")
        #expect(await client.read(until: "lines\n\n").contains("event: pair\nid: 2\ndata: two\ndata: lines\n\n"))
        for number in 3...2_000 { stream.send("\(number)") }
        stream.finish()
        let rest = await client.readToEnd()
        let numbers = rest.split(separator: "\n").filter { $0.hasPrefix("data: ") }.map { Int($0.dropFirst(6)) ?? 0 }
        #expect(numbers.dropFirst(3) == ArraySlice(3...2_000))
        await server.stop()
    }

    @Test(arguments: ["\u{2028}", "\u{2029}", "\u{85}", "\u{0B}", "\u{0C}"])
    func `a separator that is no line break for browsers does not cut an event`(separator: String) async throws {
        let (server, streams) = try Self.server()
        let client = Self.listen(server)
        let stream = try #require(await streams.first { _ in true })
        stream.send("a\(separator)b")
        stream.finish()
        #expect(await client.readToEnd().hasSuffix("data: a\(separator)b\n\n"))
        await server.stop()
    }

    @Test func `each kind of line break begins a line of the event, also without a character before it`() async throws {
        let (server, streams) = try Self.server()
        let client = Self.listen(server)
        let stream = try #require(await streams.first { _ in true })
        stream.send("a\r\nb\rc\n\nd")
        stream.finish()
        #expect(await client.readToEnd().hasSuffix("data: a\ndata: b\ndata: c\ndata: \ndata: d\n\n"))
        await server.stop()
    }

    @Test func `a line break in an id or a kind cannot begin a line of its own`() async throws {
        let (server, streams) = try Self.server()
        let client = Self.listen(server)
        let stream = try #require(await streams.first { _ in true })
        stream.send("x", id: "1\ndata: forged", event: "a\r\nretry: 1")
        stream.finish()
        let text = await client.readToEnd()
        #expect(text.contains("event: aretry: 1\nid: 1data: forged\ndata: x\n\n"))
        await server.stop()
    }

    @Test func `a client that has gone is noticed when something is sent to it`() async throws {
        let (ends, ended) = AsyncStream.makeStream(of: EventStream.End.self)
        let (server, streams) = try Self.server { ended.yield($0) }
        let client = Self.listen(server)
        _ = await client.read(until: "first\n\n")
        let stream = try #require(await streams.first { _ in true })
        client.hangUp()
        // The system accepts data until it learns that the client has disconnected.
        while stream.send(String(repeating: "x", count: 10_000)) {}
        #expect([.clientLeft, .tooSlow].contains(await ends.first { _ in true }))
        await server.stop()
    }

    @Test func `a server that is released while another thread sends does not end the program`() async throws {
        for _ in 0..<200 {
            var server: WebServer?
            let streams: AsyncStream<EventStream>
            (server, streams) = try Self.server()
            let client = Self.listen(try #require(server))
            _ = await client.read(until: "first\n\n")
            let stream = try #require(await streams.first { _ in true })
            let (begun, begins) = AsyncStream.makeStream(of: Void.self)
            Thread.detachNewThread {
                begins.yield()
                while stream.send("x") {}
            }
            _ = await begun.first { _ in true }
            // Its connection sleeps whenever everything was sent, and is woken by the thread.
            server = nil
            #expect(stream.hasEnded)
        }
    }

    @Test func `a stream that a second response has, too, goes on for the first, and the server can be stopped`()
        async throws
    {
        let stream = EventStream()
        let server = try WebServer(port: 0) { _ in .events(stream) }
        let client = Self.listen(server)
        stream.send("first")
        _ = await client.read(until: "first\n\n")
        #expect(await Self.listen(server).readToEnd() == "")
        stream.send("second")
        #expect(await client.read(until: "second\n\n").hasSuffix("second\n\n"))
        await server.stop()
        #expect(stream.hasEnded)
    }

    // 61
    @Test func `a stream without events sends a comment regularly, so that the page knows that it is alive`()
        async throws
    {
        var limits = WebServer.Limits()
        limits.heartbeatSeconds = 1
        let server = try WebServer(port: 0, limits: limits) { _ in .events(EventStream()) }
        #expect(await Self.listen(server).read(until: ":\n\n").hasSuffix(":\n\n"))
        await server.stop()
    }

    @Test func `a client that does not read is disconnected, and memory stays within the limit`() async throws {
        let (ends, ended) = AsyncStream.makeStream(of: EventStream.End.self)
        let (server, streams) = try Self.server(limit: 100_000) { ended.yield($0) }
        let client = Self.listen(server)
        _ = await client.read(until: "first\n\n")
        let stream = try #require(await streams.first { _ in true })
        while stream.send(String(repeating: "x", count: 10_000)) {}
        #expect(await ends.first { _ in true } == .tooSlow)
        #expect(!stream.send("more"))
        #expect(stream.hasEnded)
        await server.stop()
    }
}

@Suite("start and stop") struct LifetimeTests {
    @Test func `stop waits for the requests in flight and ends the streams`() async throws {
        let (handling, handled) = AsyncStream.makeStream(of: Void.self)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let server = try WebServer(port: 0) { request in
            if request.path == "/stream" { return .events(EventStream()) }
            handled.yield()
            for await _ in gate { break }
            return .text("answered")
        }
        let listener = RawClient(port: server.port)
        listener.send("GET /stream HTTP/1.0\r\nHost: localhost\r\n\r\n")
        _ = await listener.read(until: "\r\n\r\n")
        async let answer = RawClient.ask(server.port, "GET", "/slow")
        _ = await handling.first { _ in true }
        async let stopped: Void = server.stop()
        #expect(await listener.readToEnd().hasSuffix("\r\n\r\n"))
        opener.yield()
        #expect(await answer.hasSuffix("answered"))
        await stopped
        #expect(await RawClient.ask(server.port, "GET", "/") == "")
    }

    @Test func `a server that is released closes its connections, whatever they wait for`() async throws {
        let (handling, handled) = AsyncStream.makeStream(of: Void.self)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        var server: WebServer? = try WebServer(port: 0) { _ in
            handled.yield()
            // The handler ignores its cancellation.
            await Task { for await _ in gate { break } }.value
            return .text("too late")
        }
        let port = try #require(server?.port)
        async let answer = RawClient.ask(port, "GET", "/")
        _ = await handling.first { _ in true }
        server = nil
        #expect(await !answer.contains("too late"))
        opener.yield()
    }

    @Test func `a server that is released while it answers does not end the program`() async throws {
        for _ in 0..<200 {
            let (handling, handled) = AsyncStream.makeStream(of: Void.self)
            var server: WebServer? = try WebServer(port: 0) { _ in
                handled.yield()
                return .text("answered")
            }
            let port = try #require(server?.port)
            async let answer = RawClient.ask(port, "GET", "/")
            _ = await handling.first { _ in true }
            // libmicrohttpd ignores the answer if its thread is being ended, and asks for it again.
            server = nil
            _ = await answer
        }
    }

    @Test func `an address that is taken or invalid is an error with the remedy`() async throws {
        let server = try WebServer(port: 0) { _ in .empty() }
        for (host, port, remedy) in [
            ("127.0.0.1", server.port, "another port"), ("localhost", 0, "in numbers"),
            ("127.0.0.1", 70_000, "0 to 65535"),
        ] {
            let error = #expect(throws: WebServer.StartError.self) {
                try WebServer(port: port, host: host) { _ in .empty() }
            }
            #expect(error?.description.contains(remedy) == true, "\(host) \(port)")
        }
        await server.stop()
        await server.stop()
    }
}

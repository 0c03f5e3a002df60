import CISTesting
import Foundation
import SceneWeb
import Testing

@Suite("the end of a server") struct StopTests {
    @MainActor
    @Test
    func `a request that is never sent to its end holds up the end for ten seconds, a handler as long as it needs`()
        async throws
    {
        let (began, begins) = AsyncStream.makeStream(of: Never.self)
        let (gate, opens) = AsyncStream.makeStream(of: Never.self)
        var limits = WebServer.Limits()
        // No other limit ends the connection.
        limits.idleSeconds = 0
        let server = try WebServer(port: 0, limits: limits) { _ in
            begins.finish()
            for await _ in gate {}
            return .text("handled")
        }
        let stalled = RawClient(port: server.port)
        stalled.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n")
        #expect(await stalled.read(until: "\r\n\r\n").contains(" 100 "), "its headers are read")
        async let answer = RawClient.ask(server.port, "GET", "/")
        for await _ in began {}

        let clock = ManualClock()
        async let stopped: Void = server.stop(clock: clock)
        await clock.sleepers(1)
        stalled.send("{")
        await clock.advance(by: .seconds(10))
        #expect(await !stalled.readToEnd().contains(" 200 "))
        opens.finish()
        #expect(await answer.hasSuffix("handled"))
        await stopped
    }

    @MainActor
    @Test(arguments: [(true, 10), (false, 1)])
    func `a client that does not read holds up the end for as long as the caller says`(isStream: Bool, seconds: Int)
        async throws
    {
        var limits = WebServer.Limits()
        limits.idleSeconds = 0
        let (began, begins) = AsyncStream.makeStream(of: Never.self)
        let text = Data(count: 64 << 20)
        let server = try WebServer(port: 0, limits: limits) { _ in
            guard isStream else { return .bytes(text, type: "text/plain") }
            let stream = EventStream(limit: .max) { _ in begins.finish() }
            stream.send(String(decoding: text, as: UTF8.self))
            return .events(stream)
        }
        let stalled = RawClient(port: server.port)
        stalled.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // The system's buffers take the first part, and not the rest.
        _ = await stalled.read(until: "\r\n\r\n")
        let clock = ManualClock()
        async let stopped: Void = server.stop(grace: .seconds(seconds), clock: clock)
        await clock.sleepers(1)
        await clock.advance(by: .seconds(seconds))
        await stopped
        if isStream { for await _ in began {} }
    }

    @MainActor
    @Test func `a second stop while the first one waits closes no file that was opened meanwhile`() async throws {
        let (began, begins) = AsyncStream.makeStream(of: Never.self)
        let (gate, opens) = AsyncStream.makeStream(of: Never.self)
        let server = try WebServer(port: 0) { _ in
            begins.finish()
            for await _ in gate {}
            return .text("handled")
        }
        async let answer = RawClient.ask(server.port, "GET", "/")
        for await _ in began {}

        let clock = ManualClock()
        async let first: Void = server.stop(clock: clock)
        await clock.sleepers(1)
        // They get the first numbers that are free.
        let pipes = (1...20).map { _ in Pipe() }
        let opened = pipes.map(Self.files)
        async let second: Void = server.stop(clock: clock)
        await clock.sleepers(2)
        #expect(pipes.map(Self.files) == opened)
        opens.finish()
        #expect(await answer.hasSuffix("handled"))
        await first
        await second
    }

    /// The files behind the descriptors of a pipe. A number that was closed may be that of another file already.
    private static func files(_ pipe: Pipe) -> [UInt64] {
        [pipe.fileHandleForReading, pipe.fileHandleForWriting].map { end in
            var information = stat()
            return fstat(end.fileDescriptor, &information) == 0 ? UInt64(information.st_ino) : 0
        }
    }

    @Test func `a log that nobody reads any more does not end the server`() async {
        await #expect(processExitsWith: .success) {
            let server = try WebServer(port: 0) { _ in .text("text") }
            let log = Pipe()
            dup2(log.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
            try log.fileHandleForWriting.close()
            try log.fileHandleForReading.close()
            WebServer.logToStandardError("a line")
            #expect(await RawClient.ask(server.port, "GET", "/").hasSuffix("text"))
            await server.stop()
        }
    }

    // The system's clocks and libmicrohttpd have smaller numbers.
    @Test func `limits may be as great as a number can be`() async throws {
        var limits = WebServer.Limits()
        limits.body = .max
        limits.connections = .max
        limits.idleSeconds = .max
        limits.heartbeatSeconds = .max
        let server = try WebServer(port: 0, limits: limits) { _ in .text("text") }
        #expect(await RawClient.ask(server.port, "GET", "/").hasSuffix("text"))
        await server.stop(grace: .seconds(Int64.max))
    }

    @Test func `a server may wait without a limit for its pages, of any number`() async throws {
        var limits = SceneEndpoint.Limits()
        limits.pages = .max
        limits.patience = .seconds(Int64.max)
        limits.fetchPatience = .seconds(Int64.max)
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0, limits: limits)
        // The page fetches its first event, and is waited for from then on.
        let events = await RawClient.ask(
            pages.port, "POST", "/cis/events", headers: ["Page-Wait: no"], body: #"{"type":"hello","v":[1,1]}"#)
        #expect(events.contains("welcome"))
        #expect(pages.endpoint.pageCount == 1)
        await pages.stop(grace: .seconds(Int64.max))
    }
}

import CISBridge
import CISTesting
import Foundation
import SceneWeb
import Synchronization
import Testing

@Suite("the connection of a page") struct PageConnectionTests {
    private static let opening = #"{"type":"open","ref":1,"scene":"tally"}"#

    @Test func `messages in one request arrive in their order, and are answered in the stream`() async throws {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0)
        let page = try await RawPage(port: pages.port)
        let answer = await page.post(
            1, [Self.opening] + (1...3).map { RawPage.act($0, #"{"add":{"_0":\#($0)}}"#) })
        #expect(answer.hasPrefix("HTTP/1.1 204"))
        #expect(answer.contains("Messages-Taken: 4"))
        let events = await page.stream.read(until: #""ref":103"#)
        #expect(events.contains("[1,2,3]") || events.contains(#""value":3"#), "\(events)")
        await pages.stop()
    }

    @Test func `a request that is repeated does nothing twice`() async throws {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0)
        let page = try await RawPage(port: pages.port)
        let messages = [Self.opening, RawPage.act(1, #"{"add":{"_0":1}}"#)]
        _ = await page.post(1, messages)
        // The page has not received the answer, and has more messages to send by now.
        let answer = await page.post(1, messages + [RawPage.act(2, #"{"add":{"_0":2}}"#)])
        #expect(answer.contains("Messages-Taken: 3"))
        _ = await page.post(4, [#"{"type":"sync","scene":1}"#])
        let events = await page.stream.read(until: #""full""#)
        #expect(events.contains(#""full":{"added":[1,2]}"#))
        #expect(events.components(separatedBy: #""type":"opened""#).count == 2)
        await pages.stop()
    }

    @Test func `messages behind a gap are refused, and those that fill it are taken`() async throws {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0)
        let page = try await RawPage(port: pages.port)
        #expect(await page.post(2, [Self.opening]).hasPrefix("HTTP/1.1 409"))
        #expect(await page.post(0, [Self.opening]).hasPrefix("HTTP/1.1 409"))
        #expect(await page.post(1, [Self.opening]).hasPrefix("HTTP/1.1 204"))
        await pages.stop()
    }

    @Test func `a stream that broke goes on behind the last event that came, outputs included`() async throws {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0)
        let page = try await RawPage(port: pages.port)
        _ = await page.post(1, [Self.opening])
        _ = await page.stream.read(until: "opened")
        page.stream.hangUp()
        _ = await page.post(2, [RawPage.act(1, #"{"say":{"_0":"hello"}}"#)])
        let again = page.listen(after: 2)
        let events = await again.read(until: #""type":"done""#)
        #expect(events.contains("id: 3\ndata: {\"type\":\"output\""))
        #expect(!events.contains("welcome"))
        #expect(!events.contains("opened"))
        // Messages that were not confirmed are sent again. Confirmed ones are not.
        let third = page.listen(after: 3)
        #expect(await !third.read(until: "done").contains("output"))
        // The previous stream has ended, because two streams would share the events between them.
        _ = await again.readToEnd()
        #expect(await page.listen(after: 1).readToEnd().contains(" 410 "))
        // Perhaps that request was held up on its way: the stream goes on.
        _ = await page.post(3, [RawPage.act(2, #"{"say":{"_0":"later"}}"#)])
        #expect(await third.read(until: "later").contains("later"))
        await pages.stop()
    }

    @Test func `a page that does not come back is forgotten after a while, one that does is not`() async throws {
        let clock = ManualClock()
        let endpoint = SceneEndpoint(app: await Tally.app(clock: clock), clock: clock)
        let server = try WebServer(port: 0) { await endpoint.response(to: $0) ?? .empty(404) }
        let page = try await RawPage(port: server.port)
        page.stream.hangUp()
        // The server notices that the client has disconnected when it sends something, at the latest for the second time.
        for number in 1...20 { _ = await page.post(number, [Self.opening]) }
        await clock.sleepers(1)
        let again = page.listen(after: 0)
        _ = await again.read(until: "welcome")
        await clock.advance(by: .seconds(30))
        #expect(endpoint.pageCount == 1)
        await server.stop()
        await clock.sleepers(1)
        await clock.advance(by: .seconds(30))
        // The app keeps the session for its retention time now.
        await clock.sleepers(1)
        #expect(endpoint.pageCount == 0)
    }

    // 61
    @Test
    func `a page that fetches its events begins with its welcome, and is waited for as long as browsers let it sleep`()
        async throws
    {
        let clock = ManualClock()
        let endpoint = SceneEndpoint(app: await Tally.app(clock: clock), clock: clock)
        let server = try WebServer(port: 0) { await endpoint.response(to: $0) ?? .empty(404) }
        func fetch(_ headers: [String], body: String = "") async -> String {
            await RawClient.ask(
                server.port, "POST", "/cis/events", headers: headers + ["Page-Wait: no"], body: body)
        }
        let hello = await fetch([], body: #"{"type":"hello","v":[1,1]}"#)
        #expect(hello.contains(#""type":"welcome""#))
        let token = hello.split(separator: "\r\n").first { $0.hasPrefix("Page-Token: ") }.map(String.init) ?? ""
        for minute in 1...3 {
            await clock.sleepers(1)
            await clock.advance(by: .seconds(60))
            #expect(endpoint.pageCount == 1, "\(minute)")
            #expect(await fetch([token, "Last-Event-ID: 1"]).hasPrefix("HTTP/1.1 200"), "\(minute)")
        }
        await server.stop()
        await clock.advance(by: .seconds(180))
        // The app keeps the session for its retention time now.
        await clock.sleepers(1)
        #expect(endpoint.pageCount == 0)
    }

    @Test(arguments: ["\(Int.max)", "\(Int.min)", "-1", "1e99", "9223372036854775808", ""])
    func `a number that no page would send is refused, and the server goes on`(number: String) async throws {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0)
        let other = try await RawPage(port: pages.port)
        let page = try await RawPage(port: pages.port)
        let token = "Page-Token: \(page.token)"
        let messages = await RawClient.ask(
            pages.port, "POST", "/cis/messages",
            headers: [token, "Message-Number: \(number)", "Last-Event-ID: \(number)"], body: Self.opening)
        #expect(messages.hasPrefix("HTTP/1.1 409") || messages.hasPrefix("HTTP/1.1 400"), "\(messages.prefix(20))")
        let events = await RawClient.ask(
            pages.port, "POST", "/cis/events", headers: [token, "Last-Event-ID: \(number)"])
        #expect(events.hasPrefix("HTTP/1.1 410"), "\(events.prefix(20))")
        #expect(await other.post(1, [Self.opening]).hasPrefix("HTTP/1.1 204"))
        await pages.stop()
    }

    @Test func `a page that confirms events without reading them is disconnected, and memory stays small`() async throws
    {
        var limits = BridgeLimits()
        limits.waitingBytes = 1 << 20
        let pages = try await ScenePages(app: Tally.app(limits: limits), files: StaticFiles(), port: 0)
        let page = try await RawPage(port: pages.port)
        _ = await page.post(1, [Self.opening])
        // More bytes than the system's buffers for a connection.
        let text = String(repeating: "x", count: 500_000)
        var answer = ""
        var number = 1
        while number <= 100, !answer.hasPrefix("HTTP/1.1 403") {
            answer = await page.post(
                number + 1, [RawPage.act(number, #"{"say":{"_0":"\#(text)"}}"#)], confirming: 1_000_000_000)
            // If the server had no room for the message, it is sent again.
            if answer.contains("Messages-Taken: \(number + 1)\r\n") { number += 1 }
        }
        #expect(answer.hasPrefix("HTTP/1.1 403"), "\(answer.prefix(20))")
        await pages.stop()
    }

    @Test func `a page that goes on again and again keeps one stream, and loses no event`() async throws {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0)
        let page = try await RawPage(port: pages.port)
        _ = await page.post(1, [Self.opening])
        var streams = [page.stream]
        for _ in 1...5 {
            streams.append(page.listen(after: 0))
            let events = await streams[streams.count - 1].read(until: "opened")
            #expect(events.contains("welcome"))
            _ = await streams[streams.count - 2].readToEnd()
        }
        await pages.stop()
    }

    @Test func `a page that ends its session is forgotten at once`() async throws {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0)
        let page = try await RawPage(port: pages.port)
        _ = await page.post(1, [#"{"type":"bye"}"#])
        _ = await page.stream.readToEnd()
        #expect(await page.post(2, [Self.opening]).hasPrefix("HTTP/1.1 403"))
        await pages.stop()
    }
}

@Suite("who may use a scene") struct SceneAccessTests {
    /// Records the lines of a log.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test func `a token that is not known is refused and logged, and nothing else happens`() async throws {
        let log = Log()
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0, log: log.add)
        let page = try await RawPage(port: pages.port)
        for path in ["/cis/messages", "/cis/events"] {
            for token in ["", "x", String(page.token.dropLast()), page.token + "x"] {
                let answer = await RawClient.ask(
                    pages.port, "POST", path,
                    headers: ["Page-Token: \(token)", "Message-Number: 1", "Last-Event-ID: 0"],
                    body: #"{"type":"bye"}"#)
                #expect(answer.hasPrefix("HTTP/1.1 403"), "\(path) \(token)")
            }
        }
        #expect(await RawClient.ask(pages.port, "POST", "/cis/messages", body: "x").hasPrefix("HTTP/1.1 403"))
        #expect(log.all.count == 9)
        #expect(log.all.allSatisfy { $0.contains("POST") && $0.contains("its token is not known") })
        #expect(pages.endpoint.pageCount == 1)
        #expect(await page.post(1, [#"{"type":"open","ref":1,"scene":"tally"}"#]).hasPrefix("HTTP/1.1 204"))
        await pages.stop()
    }

    @Test func `a page of another origin is refused and logged, and cannot write lines of its own`() async throws {
        let log = Log()
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0, log: log.add)
        for origin in ["https://evil.example", "null", "http://127.0.0.1:1", "http://x\u{85}Refused"] {
            let answer = await RawClient.ask(
                pages.port, "POST", "/cis/events", headers: ["Origin: \(origin)"], body: #"{"type":"hello","v":[1,1]}"#)
            #expect(answer.hasPrefix("HTTP/1.1 403"), "\(origin)")
        }
        #expect(log.all.count == 4)
        #expect(log.all.allSatisfy { !$0.contains { $0.isNewline } })
        #expect(pages.endpoint.pageCount == 0)
        await pages.stop()
    }

    @Test func `what a terminal would obey is escaped in the log`() async throws {
        let log = Log()
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0, log: log.add)
        for mark in ["\u{9B}", "\u{202E}", "\u{200B}", "\u{FEFF}"] {
            let answer = await RawClient.ask(pages.port, "POST", "/cis/events", headers: ["Origin: http://x\(mark)31m"])
            #expect(answer.hasPrefix("HTTP/1.1 403"), "\(answer.prefix(20))")
            #expect(log.all.last?.contains("31m") == true)
            #expect(log.all.allSatisfy { !$0.contains(mark) })
        }
        await pages.stop()
    }

    @Test(arguments: ["127.0.0.1": "127.0.0.1", "0.0.0.0": "127.0.0.1", "127.0.0.2": "127.0.0.2"])
    func `the address of the pages is the one that the server listens on`(host: String, name: String) async throws {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0, host: host)
        #expect(pages.address == "http://\(name):\(pages.port)")
        await pages.stop()
    }

    @Test func `a body that is too large is refused, and the page goes on`() async throws {
        var limits = BridgeLimits()
        limits.message = 10_000
        let pages = try await ScenePages(app: Tally.app(limits: limits), files: StaticFiles(), port: 0)
        let page = try await RawPage(port: pages.port)
        #expect(await page.post(1, [String(repeating: "x", count: 10_001)]).hasPrefix("HTTP/1.1 413"))
        #expect(await page.post(1, [#"{"type":"open","ref":1,"scene":"tally"}"#]).hasPrefix("HTTP/1.1 204"))
        #expect(await page.stream.read(until: "opened").contains("opened"))
        await pages.stop()
    }

    @Test func `a client that goes on sending holds up the end of the pages only for as long as the caller says`()
        async throws
    {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0)
        let stalled = RawClient(port: pages.port)
        stalled.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n")
        #expect(await stalled.read(until: "\r\n\r\n").contains(" 100 "), "its headers are read")
        let start = ContinuousClock.now
        await pages.stop(grace: .zero)
        #expect(ContinuousClock.now - start < .seconds(9))
        stalled.hangUp()
    }

    @Test(arguments: [
        "/../etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/cis/../cis/client.js", "/cis/%63lient.js",
        "/CIS/client.js", "/cis/client.js/", "/%00", "/index.html%00.js",
    ])
    func `an unknown path finds nothing`(path: String) async throws {
        var files = StaticFiles()
        files.add("<p>hello", at: "/index.html")
        let pages = try await ScenePages(app: Tally.app(), files: files, port: 0)
        let answer = await RawClient.ask(pages.port, "GET", path)
        #expect(!answer.contains("root:"))
        #expect(answer.hasPrefix("HTTP/1.1 404") || answer.hasPrefix("HTTP/1.1 400"), "\(answer.prefix(20))")
        await pages.stop()
    }

    @Test func `a method that does not fit is answered with the one that does`() async throws {
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0)
        #expect(await RawClient.ask(pages.port, "GET", "/cis/events").contains("Allow: POST"))
        #expect(await RawClient.ask(pages.port, "GET", "/cis/messages").hasPrefix("HTTP/1.1 405"))
        #expect(await RawClient.ask(pages.port, "GET", "/cis/client.js").contains("export function connect"))
        await pages.stop()
    }

    @Test func `there are at most as many pages as allowed`() async throws {
        var limits = SceneEndpoint.Limits()
        limits.pages = 1
        let pages = try await ScenePages(app: Tally.app(), files: StaticFiles(), port: 0, limits: limits)
        let page = try await RawPage(port: pages.port)
        let answer = await RawClient.ask(pages.port, "POST", "/cis/events", body: #"{"type":"hello","v":[1,1]}"#)
        #expect(answer.hasPrefix("HTTP/1.1 503"))
        #expect(!page.token.isEmpty)
        await pages.stop()
    }
}

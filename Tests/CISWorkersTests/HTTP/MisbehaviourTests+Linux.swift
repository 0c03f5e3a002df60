#if os(Linux)
import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Errors of servers, some of which stop a program on Linux that uses Foundation. With libcurl none of them may stop it, and
/// the next request must work as usual.
@Suite struct `Servers that misbehave, on Linux` {
    private static func raw(_ text: String, then step: Reply.Step = .close) -> Reply {
        Reply(.send(Array(text.utf8)), step)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reply: Reply
        /// The expected result: a text, or the code of an error.
        let result: String
        /// The result with Foundation on Linux. `nil` if it stops the program, or never ends.
        let foundation: String?

        init(_ text: String, _ reply: Reply, _ result: String) {
            self.init(text, reply, result, foundation: result)
        }

        init(_ text: String, _ reply: Reply, _ result: String, foundation: String?) {
            testDescription = text
            self.reply = reply
            self.result = result
            self.foundation = foundation
        }

        func result(with carrier: Carrier) -> String? {
            carrier == .urlSession ? foundation : result
        }
    }

    static let cases =
        [
            Case("headers that are cut", raw("HTTP/1.1 200 OK\r\nA: b\r\n"), "connectionLost", foundation: nil),
            Case("a header that is cut", raw("HTTP/1.1 200 OK\r\nA: b"), "connectionLost", foundation: nil),
            Case("a status line that is cut", raw("HTTP/1.1 20"), "connectionLost", foundation: nil),
            Case("headers that are reset", raw("HTTP/1.1 200 OK\r\nA: b\r\n", then: .reset), "connectionLost"),
            Case(
                "chunks with a trailer",
                raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n0\r\nX-Sum: 7\r\n\r\n"),
                "01234", foundation: nil),
            Case(
                "chunks with a trailer that is cut",
                raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n0\r\nX-Su"), "connectionLost",
                foundation: nil),
            Case(
                "a chunk with an extension",
                raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\n01234\r\n0\r\n\r\n"), "01234"),
            Case(
                "a chunk without an end",
                raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234"), "connectionLost"),
            Case(
                "a chunk larger than numbers are",
                raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n0"), "connectionLost"),
            Case(
                "a negative chunk",
                raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n01234\r\n0\r\n\r\n"), "connectionLost"),
            Case(
                "a length larger than numbers are",
                raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nx"), "connectionLost",
                foundation: "x"),
            Case(
                "the largest length that there is",
                raw("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nx"), "tooLarge", foundation: nil),
            Case(
                "two lengths", raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy"),
                "connectionLost", foundation: "xy"),
            Case(
                "the same length twice", raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx"), "x"),
            Case(
                "a length beside a coding that changes nothing",
                raw(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: Identity\r\nContent-Length: 3\r\n\r\nxyz", then: .untilHangUp
                ),
                "xyz", foundation: nil),
            Case(
                "no content beside a coding that changes nothing",
                raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 0\r\n\r\n", then: .untilHangUp),
                "", foundation: nil),
            Case(
                "more than the length beside a coding that changes nothing",
                raw(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 1\r\n\r\nxyz", then: .untilHangUp
                ),
                "x", foundation: nil),
            Case(
                "less than the length beside a coding that changes nothing",
                raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 4\r\n\r\nxyz"), "connectionLost",
                foundation: "xyz"),
            Case(
                "no length beside a coding that changes nothing",
                raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\nxyz"), "xyz"),
            Case(
                "a status without a reason", raw("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx"), "x",
                foundation: "connectionLost"),
            Case("a status of 1,000", raw("HTTP/1.1 1000 OK\r\nContent-Length: 1\r\n\r\nx"), "connectionLost"),
            Case("a status of 0", raw("HTTP/1.1 000 OK\r\nContent-Length: 1\r\n\r\nx"), "connectionLost"),
            Case("a version that nobody knows", raw("HTTP/7.5 200 OK\r\nContent-Length: 1\r\n\r\nx"), "connectionLost"),
            Case("the answer of another protocol", raw("* OK IMAP4rev1 ready\r\n"), "connectionLost"),
            Case("nothing but line ends", raw("\r\n\r\n\r\n\r\n"), "connectionLost"),
            Case("an answer without a head", raw("<html>hello</html>"), "connectionLost"),
            Case(
                "lines that end with a line feed alone", raw("HTTP/1.1 200 OK\nContent-Length: 1\n\nx"), "x",
                foundation: "connectionLost"),
            Case("a header over two lines", raw("HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 1\r\n\r\nx"), "x"),
            Case(
                "a header without a name", raw("HTTP/1.1 200 OK\r\n: b\r\nContent-Length: 1\r\n\r\nx"), "connectionLost"
            ),
            Case(
                "a header in Latin-1",
                Reply(
                    .send(
                        Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nA: ".utf8) + [0xE9] + Array("\r\n\r\nx".utf8)),
                    .close), "x", foundation: "connectionLost"),
            Case("a header with a zero in it", raw("HTTP/1.1 200 OK\r\nA: b\0c\r\nContent-Length: 1\r\n\r\nx"), "any"),
            Case("switching protocols", raw("HTTP/1.1 101 Yes\r\nUpgrade: x\r\n\r\n\u{1}\u{2}\u{3}"), "any"),
            Case(
                "hints before the answer",
                raw("HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"), "x"),
            Case("an answer until the end", raw("HTTP/1.0 200 OK\r\n\r\nall of it"), "all of it"),
            Case(
                "a header of 200 KB", raw("HTTP/1.1 200 OK\r\nA: \(many(200_000))\r\n\r\n"), "tooLarge",
                foundation: "connectionLost"),
            Case(
                "ten thousand headers",
                raw("HTTP/1.1 200 OK\r\n\(String(repeating: "Set-Cookie: \(many(100))\r\n", count: 10_000))\r\n"),
                "tooLarge", foundation: "connectionLost"),
            Case(
                "ten thousand promises", raw(String(repeating: "HTTP/1.1 100 \(many(90))\r\n\r\n", count: 10_000)),
                "tooLarge", foundation: "connectionLost"),
            Case(
                "headers without an end", Reply(.send(Array("HTTP/1.1 200 OK\r\n".utf8)), headerFlood, .close),
                "tooLarge", foundation: "connectionLost"),
            Case(
                "a header without an end", Reply(.send(Array("HTTP/1.1 200 OK\r\nA: ".utf8)), flood, .close),
                "tooLarge", foundation: "connectionLost"
            ),
            Case(
                "a body without an end",
                Reply(.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), flood, .close), "tooLarge"),
            Case(
                "trailers without an end",
                Reply(
                    .send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n".utf8)), headerFlood,
                    .close),
                "tooLarge", foundation: nil),
            Case(
                "a compressed answer that is not",
                raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"), "decoding"),
            Case(
                "an encoding that nobody knows",
                raw("HTTP/1.1 200 OK\r\nContent-Encoding: rot13\r\nContent-Length: 5\r\n\r\nuryyb"), "decoding"),
            Case(
                "an encoding on an encoding on an encoding",
                raw("HTTP/1.1 200 OK\r\nContent-Encoding: \(many(50, of: "gzip, "))br\r\n\r\nx"), "decoding"),
        ]

    private static func many(_ count: Int, of text: String = "x") -> String { String(repeating: text, count: count) }

    private static let flood = Reply.Step.flood([UInt8](repeating: 0x61, count: 65_536), total: 1 << 40)
    // Long lines, because Foundation copies all of them for each.
    private static let headerFlood = Reply.Step.flood(Array(many(60, of: "A: \(many(1000))\r\n").utf8), total: 1 << 40)

    private static let runs = Carrier.allCases.flatMap { carrier in
        cases.filter { $0.result(with: carrier) != nil }.map { (carrier, $0) }
    }

    @Test(arguments: runs)
    func `a misbehaving server gets a result, and the next request is as good as any`(carrier: Carrier, one: Case)
        async throws
    {
        let server = try LoopbackServer { $0.target == "/page" ? one.reply : .status(200, body: "well") }
        let client = carrier.client(server)
        let result: String
        do throws(HTTPError) {
            result = try await client.page()
        } catch {
            result = "\(error.code)"
        }
        let expected = one.result(with: carrier)
        if expected != "any" { #expect(result == expected) }
        #expect(try await client.send(Endpoint(.get, "after", decoder: .text)) == "well")
    }

    @Test func `fields of a trailer are not among the headers, and those of hints are not`() async throws {
        let server = try LoopbackServer(
            Self.raw(
                "HTTP/1.1 103 Early\r\nX-Hint: 1\r\n\r\n" + "HTTP/1.1 200 OK\r\nX-Real: 1\r\nTransfer-Encoding: chunked"
                    + "\r\n\r\n1\r\nx\r\n0\r\nX-Trailer: 1\r\nX-Real: 2\r\n\r\n"))
        let answer = try await client(server.url).send(Endpoint(.get, "x", decoder: .response))
        #expect(answer.headers["X-Real"] == "1")
        #expect(answer.headers["X-Hint"] == nil && answer.headers["X-Trailer"] == nil)
    }

    @Test func `a byte of a header that is not UTF-8 is a character of Latin-1`() async throws {
        let head = Array("HTTP/1.1 200 Fran".utf8) + [0xE7] + Array("ais\r\nContent-Length: 0\r\nA: caf".utf8)
        let server = try LoopbackServer(Reply(.send(head + [0xE9] + Array("\r\nB: ä\r\n\r\n".utf8))))
        let answer = try await client(server.url).send(Endpoint(.get, "x", decoder: .response))
        #expect(answer.headers["A"] == "café")
        #expect(answer.headers["B"] == "ä")
    }

    @Test func `values of a header that comes several times are joined, and blanks around them go`() async throws {
        let server = try LoopbackServer(
            Self.raw("HTTP/1.1 200 OK\r\nA:  b \t\r\na:c\r\nEmpty:\r\nLong: d\r\n\t e \r\nContent-Length: 0\r\n\r\n"))
        let answer = try await client(server.url).send(Endpoint(.get, "x", decoder: .response))
        #expect(answer.headers["A"] == "b, c")
        #expect(answer.headers["Empty"] == "")
        #expect(answer.headers["Long"] == "d e")
    }

    /// If it were kept, it would be used as the response to a later request.
    @Test(arguments: Carrier.allCases)
    func `an answer that arrives before its request is not used`(carrier: Carrier) async throws {
        let answers = ["one", "two"].map { Reply.head(200, length: 3) + $0 }.joined()
        let server = try LoopbackServer {
            $0.number == 1 ? Reply(.send(Array(answers.utf8))) : .status(200, body: "three")
        }
        let client = carrier.client(server)
        #expect(try await client.page() == "one")
        #expect(try await client.page() == "three")
    }

    @Test func `an answer byte by byte arrives`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nA: b\r\n\r\n"
        let server = try LoopbackServer { _ in
            var reply = Reply()
            reply.steps = answer.utf8.map { .send([$0]) }
            return reply
        }
        #expect(try await client(server.url).page() == "abc")
    }

    @Test(arguments: Carrier.allCases)
    func `a server that answers before it has read the body is heard`(carrier: Carrier) async throws {
        let server = try LoopbackServer(readsBody: { _ in false }) { _ in
            .status(413, ["Connection": "close"], body: "too much")
        }
        let error = await failure { () async throws(HTTPError) in
            let body = HTTPBody.data(Data(count: 64 << 20))
            try await carrier.client(server).send(Endpoint(.put, "x", body: body, decoder: .none))
        }
        // The server's system resets the connection if it discards unread data. The reset may arrive before the
        // response.
        #expect(error?.status == 413 || error?.code == .connectionLost, "\(String(describing: error))")
    }

    /// Foundation on Linux refuses content in several members.
    @Test func `a small answer that becomes a huge one is not unpacked to its end`() async throws {
        // Two thousand times the letter `x` in 35 bytes, many times.
        let bomb = Array(repeating: `Servers that misbehave`.compressed, count: 20_000).flatMap { $0 }
        let server = try LoopbackServer(.status(200, ["Content-Encoding": "gzip"], bytes: bomb))
        let error = await failure { () async throws(HTTPError) in try await client(server.url).page() }
        #expect(error?.code == .tooLarge, "\(String(describing: error))")
    }

    /// Valid responses in which some bytes were changed.
    @Test(arguments: seeds(1, for: "broken answers"))
    func `law: no answer at all stops the program`(seed: UInt64) async throws {
        let answers = [
            Reply.head(200, ["Content-Type": "text/plain"], length: 5) + "01234",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n3;a\r\n567\r\n0\r\nX-Sum: 7\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n" + Reply.head(302, ["Location": "/there"], length: 0),
        ].map { Array($0.utf8) }
        let dice = LockedValue(Dice(seed: seed))
        let server = try LoopbackServer { request in
            guard request.target != "/after" else { return .status(200, body: "well") }
            return dice.withLock { dice in
                var bytes = answers[Int.random(in: answers.indices, using: &dice)]
                for _ in 0...Int.random(in: 0..<4, using: &dice) where !bytes.isEmpty {
                    let index = Int.random(in: bytes.indices, using: &dice)
                    switch Int.random(in: 0..<4, using: &dice) {
                    case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &dice)
                    case 1: bytes.remove(at: index)
                    case 2: bytes.insert(contentsOf: [13, 10, 0, 32, 58].shuffled(using: &dice), at: index)
                    default: bytes = Array(bytes[...index])
                    }
                }
                return Reply(.send(bytes), Bool.random(using: &dice) ? .close : .reset)
            }
        }
        let client = client(server.url)
        for _ in 0..<repetitions(2000, atLeast: 100) { _ = try? await client.page() }
        #expect(try await client.send(Endpoint(.get, "after", decoder: .text)) == "well")
    }
}
#endif

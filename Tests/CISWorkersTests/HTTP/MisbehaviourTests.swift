import CISWorkers
import Foundation
import TestSupport
import Testing

/// Servers that misbehave, over a real connection.
@Suite struct `Servers that misbehave` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reply: Reply

        init(_ text: String, _ reply: Reply) {
            testDescription = text
            self.reply = reply
        }
    }

    static let broken = [
        Case("a reset in the body", .resetInBody), Case("a reset without an answer", .reset),
        Case("no answer", .hangUp), Case("a body that is too short", .tooShort),
        Case("a chunk whose size is no number", .invalidChunk), Case("a chunk that is cut", .cutChunk),
        Case("no HTTP", .garbage(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))),
        Case("a status that is none", .garbage(Array("HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n".utf8))),
        Case("a header without a colon", .garbage(Array("HTTP/1.1 200 OK\r\nNothing\r\n\r\n".utf8))),
        Case("a negative length", .garbage(Array("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx".utf8))),
        Case("a promise to answer, and no answer", .garbage(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))),
    ]

    @Test(arguments: Carrier.allCases, broken)
    func `an invalid response is a lost connection`(carrier: Carrier, broken: Case) async throws {
        let server = try LoopbackServer(broken.reply)
        let error = await failure { () async throws(HTTPError) in try await carrier.client(server).send(.page) }
        #expect(error?.code == .connectionLost, "\(String(describing: error))")
    }

    @Test(arguments: Carrier.allCases)
    func `the client works after each of them`(carrier: Carrier) async throws {
        let server = try LoopbackServer { request in
            let index = Int(request.target.dropFirst())
            return index.map { Self.broken[$0].reply } ?? .status(200, body: "well")
        }
        let client = carrier.client(server)
        for index in Self.broken.indices {
            _ = await failure { () async throws(HTTPError) in
                try await client.send(Endpoint(.post, "\(index)", decoder: .none))
            }
            #expect(try await client.send(.page) == "well")
        }
    }

    @Test(arguments: Carrier.allCases)
    func `a body that is too long is cut to the announced size`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.tooLong)
        #expect(try await carrier.client(server).send(.page) == "01234")
    }

    @Test(arguments: Carrier.allCases)
    func `chunks are joined`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.chunked(["one ", "two ", "three"]))
        #expect(try await carrier.client(server).send(.page) == "one two three")
    }

    @Test(arguments: Carrier.allCases)
    func `a closed port is not connected`(carrier: Carrier) async throws {
        let nobody = try ClosedPort()
        let client = HTTPClient(
            HTTPConfiguration(baseURL: nobody.url), transport: carrier.transport, clock: TestClock())
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .notConnected)
    }

    @Test(arguments: Carrier.allCases)
    func `invalid UTF-8 and invalid JSON are decoding errors`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200, bytes: [0x22, 0xFF, 0x22]), .json(#"{"id":"#))
        let client = carrier.client(server)
        for _ in 1...2 {
            let error = await failure { () async throws(HTTPError) in
                try await client.send(Endpoint(.get, "x", decoder: .json([String: Int].self)))
            }
            #expect(error?.code == .decoding)
        }
    }

    @Test(arguments: Carrier.allCases)
    func `a body of the maximum size is accepted, an announced larger one is refused`(carrier: Carrier) async throws {
        let server = try LoopbackServer(
            .status(200, body: String(repeating: "x", count: 1000)),
            .status(200, body: String(repeating: "x", count: 1001)))
        let client = carrier.client(server) { $0.maximumResponseSize = 1000 }
        #expect(try await client.send(.page).count == 1000)
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .tooLarge)
        #expect(error?.description.contains("more than 1000 bytes") == true)
    }

    @Test(arguments: Carrier.allCases)
    func `a body that exceeds the limit is not read completely`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.endless(1 << 40))
        let client = carrier.client(server) { $0.maximumResponseSize = 100_000 }
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .tooLarge)
        await server.hungUp(1)
    }

    /// Two thousand times the letter `x`, compressed into 35 bytes.
    static let compressed: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 171, 168, 24, 5, 163, 96, 20, 140, 130, 81, 48, 10, 70, 193, 80, 7, 0, 122,
        101, 8, 41, 208, 7, 0, 0,
    ]

    @Test(arguments: Carrier.allCases)
    func `the decompressed size of a compressed response counts`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200, ["Content-Encoding": "gzip"], bytes: Self.compressed))
        var last = HTTPProgress()
        let client = carrier.client(server) { $0.maximumResponseSize = 2000 }
        for try await case .progress(let progress) in client.transfer(.page) { last = progress }
        #expect(last.received == 2000)
        #expect(last.toReceive == nil)
        #expect(try await client.send(.page) == String(repeating: "x", count: 2000))
        let error = await failure { () async throws(HTTPError) in
            try await carrier.client(server) { $0.maximumResponseSize = 1999 }.send(.page)
        }
        #expect(error?.code == .tooLarge)
    }

    @Test(arguments: Carrier.allCases)
    func `the sizes of chunks are added`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.chunked(["one ", "two ", "three"]))
        let client = carrier.client(server) { $0.maximumResponseSize = 12 }
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .tooLarge)
    }

    @Test(arguments: Carrier.allCases)
    func `a response that requests a password is returned`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(401, ["WWW-Authenticate": #"Basic realm="x""#], body: "who?"))
        let error = await failure { () async throws(HTTPError) in try await carrier.client(server).send(.page) }
        #expect(error?.status == 401)
        #expect(error?.response?.bodyPrefix == Data("who?".utf8))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: Carrier.allCases)
    func `a HEAD has headers and no body`(carrier: Carrier) async throws {
        let server = try LoopbackServer(Reply(.send(Array(Reply.head(200, ["X-A": "b"], length: 1 << 40).utf8))))
        let answer = try await carrier.client(server).send(Endpoint(.head, "x", decoder: .response))
        #expect(answer.headers["x-a"] == "b")
        #expect(answer.body.isEmpty)
    }

    @Test(arguments: Carrier.allCases)
    func `method, headers, query and body arrive unchanged`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(204))
        try await carrier.client(server) { $0.headers = ["X-App": "cis"] }.send(
            Endpoint(.put, "a/\("b c")", query: ["q": "a+b"], body: .json(["k": 1]), decoder: .none))
        let request = try #require(server.requests.first)
        #expect(request.method == "PUT")
        #expect(request.target == "/a/b%20c?q=a%2Bb")
        #expect(request.headers["x-app"] == "cis")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.text == #"{"k":1}"#)
    }

    @Test(arguments: Carrier.allCases, [HTTPMethod.post, .put, .delete, .patch])
    func `a request without a body arrives without one`(carrier: Carrier, method: HTTPMethod) async throws {
        let server = try LoopbackServer(.status(204))
        try await carrier.client(server).send(Endpoint(method, "x", decoder: .none))
        #expect(server.requests.map(\.method) == [method.name])
        #expect(server.requests.map(\.bodySize) == [0])
    }

    @Test(arguments: Carrier.allCases)
    func `consecutive requests share a connection`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200, body: "x"))
        let client = carrier.client(server)
        for _ in 1...10 { _ = try await client.send(.page) }
        // Foundation uses no connection again that was idle for two minutes, and a run can be that slow.
        #expect(server.connectionCount <= (carrier == .urlSession ? 9 : 1))
    }
}

import CISWorkers
import Foundation
import TestSupport
import Testing

/// Requests with progress.
@Suite struct `Requests with progress` {
    private func temporaryFile(_ size: Int) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("cis-\(UUID().uuidString)")
        try Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }).write(to: file)
        return file
    }

    @Test(arguments: Carrier.allCases)
    func `an upload from a file arrives completely, and its progress ends at the total`(carrier: Carrier) async throws {
        let size = fewerWhenSanitized(3_000_000) + 1
        let file = try temporaryFile(size)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try LoopbackServer(.status(201, body: "thanks"))
        let client = carrier.client(server)
        var sent: [Int64] = []
        var answer: String?
        for try await event in client.transfer(Endpoint(.put, "x", body: .file(file), decoder: .text)) {
            switch event {
            case .progress(let progress):
                #expect(progress.toSend == Int64(size))
                sent.append(progress.sent)
            case .finished(let text): answer = text
            }
        }
        #expect(answer == "thanks")
        #expect(sent == sent.sorted())
        #expect(sent.last == Int64(size))
        #expect(server.requests.first?.bodySize == size)
        #expect(try server.requests.first?.body == Array(Data(contentsOf: file).prefix(server.requests[0].body.count)))
    }

    @Test(arguments: Carrier.allCases)
    func `an empty file arrives`(carrier: Carrier) async throws {
        let file = try temporaryFile(0)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try LoopbackServer(.status(200))
        try await carrier.client(server).send(Endpoint(.put, "x", body: .file(file), decoder: .none))
        #expect(server.requests.first?.headers["content-length"] == "0")
    }

    @Test(arguments: Carrier.allCases)
    func `a download reports its total size`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200, body: String(repeating: "x", count: 1_000_000)))
        let client = carrier.client(server)
        var last = HTTPProgress()
        for try await case .progress(let progress) in client.transfer(.page) { last = progress }
        #expect(last.fractionReceived == 1)
        #expect(last.received == 1_000_000)
    }

    @Test func `an error ends the loop`() async throws {
        let server = try LoopbackServer(.status(500))
        let client = Carrier.usual.client(server)
        var iterator = client.transfer(.page).makeAsyncIterator()
        let error = await failure { () async throws(HTTPError) in
            while try await iterator.next() != nil {}
        }
        #expect(error?.status == 500)
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: Carrier.allCases)
    func `leaving the loop closes the connection`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.stalledBody)
        let client = carrier.client(server)
        for try await event in client.transfer(.page) {
            if case .progress = event { break }
        }
        await server.hungUp(1)
    }

    @Test func `cancelling the task in the loop closes the connection, and throws the cancelled error`() async throws {
        let server = try LoopbackServer(.silence)
        let client = Carrier.usual.client(server)
        let task = Task {
            await failure { () async throws(HTTPError) in
                var iterator = client.transfer(.page).makeAsyncIterator()
                while try await iterator.next() != nil {}
            }
        }
        await server.received(1)
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        await server.hungUp(1)
    }

    @Test func `a slow consumer gets the latest progress, and then the result`() async throws {
        let transport = ProgressTransport()
        let client = HTTPClient(
            HTTPConfiguration(baseURL: URL("https://h")), transport: transport, clock: TestClock())
        var iterator = client.transfer(.page).makeAsyncIterator()
        transport.before.open()
        _ = try await iterator.next()
        transport.after.open()
        await transport.done.reached()
        guard case .progress(let progress)? = try await iterator.next() else {
            Issue.record("no progress")
            return
        }
        #expect(progress.received == 1000)
    }

    /// Reports progress a thousand times between two gates.
    private final class ProgressTransport: HTTPTransport {
        let before = Gate()
        let after = Gate()
        let done = Gate()

        @concurrent func send(
            _ request: HTTPRequest,
            onProgress: @escaping @Sendable (HTTPProgress) -> Void
        ) async throws(HTTPError) -> HTTPResponse {
            onProgress(HTTPProgress(received: 1))
            await after.pass()
            for received in 2...1000 { onProgress(HTTPProgress(received: Int64(received))) }
            await done.pass()
            return .ok
        }
    }

    @Test func `each loop sends the request`() async throws {
        let server = try LoopbackServer(.status(200))
        let transfer = Carrier.usual.client(server).transfer(.page)
        #expect(server.requests.isEmpty)
        for _ in 1...2 { for try await _ in transfer {} }
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [(0, 0, 1.0), (5, 10, 0.5), (11, 10, 1.0)])
    func `fractions`(part: Int64, whole: Int64, fraction: Double) {
        #expect(HTTPProgress(sent: part, toSend: whole).fractionSent == fraction)
        #expect(HTTPProgress(received: part, toReceive: whole).fractionReceived == fraction)
        #expect(HTTPProgress(sent: part).fractionSent == nil)
    }
}

import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Progress that arrives too late.
@Suite struct `Progress that arrives too late` {
    /// Answers at once, and keeps the function that takes the progress.
    private final class HastyTransport: HTTPTransport {
        let report = LockedValue<(@Sendable (HTTPProgress) -> Void)?>(nil)

        @concurrent func send(
            _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
        ) async throws(HTTPError) -> HTTPResponse {
            report.withLock { $0 = onProgress }
            return HTTPResponse(text: "well")
        }
    }

    @Test func `progress behind the response is no event`() async throws {
        let transport = HastyTransport()
        let client = client(URL("https://example.com"), over: transport)
        var events = client.transfer(.page).makeAsyncIterator()
        guard case .finished(let text)? = try await events.next() else { return _ = Issue.record("not finished") }
        #expect(text == "well")
        transport.report.withLock { $0 }?(HTTPProgress(received: 1))
        #expect(try await events.next() == nil)
    }

    /// Fails behind a gate, after progress.
    private final class FailingTransport: HTTPTransport {
        let gate = Gate()

        @concurrent func send(
            _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
        ) async throws(HTTPError) -> HTTPResponse {
            onProgress(HTTPProgress(received: 1))
            await gate.pass()
            onProgress(HTTPProgress(received: 2))
            throw HTTPError(.tooLarge)
        }
    }

    /// Opens a gate when the last task that has it has ended. Then the task has delivered everything.
    private final class Presence: Sendable {
        @TaskLocal static var current: Presence?
        let ended: Gate

        init(_ ended: Gate) { self.ended = ended }

        deinit { ended.open() }
    }

    @Test func `a failure is delivered before progress that was not read`() async throws {
        let transport = FailingTransport()
        let client = client(URL("https://example.com"), over: transport)
        var events = client.transfer(.page).makeAsyncIterator()
        let ended = Gate()
        let first = try await Presence.$current.withValue(Presence(ended)) { try await events.next() }
        guard case .progress? = first else { return _ = Issue.record("no progress") }
        transport.gate.open()
        await ended.pass()
        let error = await failure { () async throws(HTTPError) in _ = try await events.next() }
        #expect(error?.code == .tooLarge)
        #expect(try await events.next() == nil)
    }
}

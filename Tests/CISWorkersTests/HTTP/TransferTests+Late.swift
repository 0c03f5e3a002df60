import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Progress that arrives too late.
@Suite struct LateProgressTests {
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
}

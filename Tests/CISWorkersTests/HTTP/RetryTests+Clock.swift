import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Without a network, on a clock that jumps to each deadline.
@Suite struct `Retries on a clock` {
    private let clock = TestClock()

    private func client(
        _ transport: StubTransport, _ configure: (inout HTTPConfiguration) -> Void = { _ in }
    ) -> HTTPClient {
        // Not the timeout of a request, which would end before an answer that takes no time.
        clock.runFreely(below: .seconds(3_600))
        var configuration = HTTPConfiguration(baseURL: URL("https://example.com"))
        configuration.timeout = .seconds(86_400)
        configure(&configuration)
        let wallClock = WallClock.fixed(Date(timeIntervalSince1970: 0))
        return HTTPClient(configuration, transport: transport, clock: clock, wallClock: wallClock)
    }

    private func lost(_ request: HTTPRequest) -> HTTPError { HTTPError(.connectionLost, request: request) }

    @Test(arguments: [(HTTPMethod.get, 3), (.post, 1), (.put, 3), (.patch, 1)])
    func `a request is sent again if that has the effect of sending it once`(method: HTTPMethod, times: Int) async {
        let transport = StubTransport { request, _ throws(HTTPError) in throw lost(request) }
        let client = client(transport) { $0.retry = RetryPolicy(attempts: 3) }
        let error = await failure { () async throws(HTTPError) in
            try await client.send(Endpoint(method, "page", decoder: .none))
        }
        #expect(error?.code == .connectionLost)
        #expect(transport.requests.count == times)
    }

    @Test func `a date in the past is no delay`() async {
        let transport = StubTransport(
            HTTPResponse(status: 503, headers: ["Retry-After": "Wed, 31 Dec 1969 23:59:00 GMT"]))
        let client = client(transport)
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.retryAfter == .zero)
    }

    @Test func `a transport that never answers ends at the deadline, if that comes before the timeout`() async {
        let transport = StubTransport { request, _ throws(HTTPError) in
            await cancellationOfThisTask()
            throw HTTPError(.cancelled, request: request)
        }
        let client = client(transport) { configuration in
            configuration.timeout = .seconds(30)
            configuration.deadline = .seconds(10)
        }
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .timedOut)
        #expect(clock.now.offset == .seconds(10))
    }
}

/// Suspends until the task is cancelled.
private func cancellationOfThisTask() async {
    let gate = Gate()
    await withTaskCancellationHandler {
        await gate.pass()
    } onCancel: {
        gate.open()
    }
}

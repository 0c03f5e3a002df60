import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Requests that are sent again.
@Suite struct `Retries of requests` {
    private let clock = TestClock()
    private static let policy = RetryPolicy(attempts: 4, backoff: Backoff(first: .seconds(1)), jitter: Jitter(0))

    private func client(_ server: LoopbackServer, _ policy: RetryPolicy = policy) -> HTTPClient {
        Carrier.usual.client(server, clock: clock) { $0.retry = policy }
    }

    private func waits(_ task: Task<some Sendable, Never>, _ deadlines: Int...) async {
        for deadline in deadlines {
            await clock.sleeper(until: .seconds(deadline))
            clock.advance(to: .seconds(deadline))
        }
    }

    @Test func `503 three times, then 200`() async throws {
        let server = try LoopbackServer(.status(503), .status(503), .status(503), .status(200, body: "well"))
        let client = client(server)
        let task = Task { try? await client.send(.page) }
        await waits(task, 1, 3, 7)
        #expect(await task.value == "well")
        #expect(server.requests.count == 4)
    }

    @Test func `when all attempts have failed, the last error is thrown`() async throws {
        let server = try LoopbackServer(.status(500), .status(502), .status(503), .status(504))
        let client = client(server)
        let task = Task { await failure { () async throws(HTTPError) in try await client.send(.page) } }
        await waits(task, 1, 3, 7)
        #expect(await task.value?.status == 504)
        #expect(server.requests.count == 4)
    }

    @Test func `429 with Retry-After in seconds sets the delay`() async throws {
        let server = try LoopbackServer(.status(429, ["Retry-After": "17"]), .status(200, body: "well"))
        let client = client(server)
        let task = Task { try? await client.send(.page) }
        await waits(task, 17)
        #expect(await task.value == "well")
    }

    @Test(arguments: ["9223372036854775807", "9223372036854775808", String(repeating: "9", count: 400)])
    func `a Retry-After beyond all numbers is longer than the policy waits, and the error is thrown`(value: String)
        async throws
    {
        let server = try LoopbackServer(.status(503, ["Retry-After": value]))
        let client = client(server)
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.status == 503)
        #expect(server.requests.count == 1)
    }

    @Test func `429 with Retry-After 0: the request is repeated without a delay`() async throws {
        let server = try LoopbackServer(.status(429, ["Retry-After": "0"]), .status(200, body: "well"))
        let client = client(server)
        let hasWaited = LockedValue(false)
        let watcher = Task { [clock] in
            await clock.sleeper(until: .seconds(1))
            hasWaited.withLock { $0 = true }
            clock.advance(to: .seconds(1))
        }
        #expect(try await client.send(.page) == "well")
        #expect(!hasWaited.withLock { $0 })
        // This sleep ends the task `watcher`, which waits until there is a sleeper.
        try await clock.sleep(until: .init(offset: .seconds(1)), tolerance: nil)
        await watcher.value
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun Nov 06 08:49:37 1994",
    ])
    func `429 with Retry-After as a date, in each format`(date: String) async throws {
        let server = try LoopbackServer(.status(429, ["Retry-After": date]), .status(200, body: "well"))
        var configuration = HTTPConfiguration(baseURL: server.url)
        configuration.retry = Self.policy
        // The time is 12 seconds before the date in the header.
        let client = HTTPClient(
            configuration, transport: Carrier.usual.transport, clock: clock,
            wallClock: .fixed(Date(timeIntervalSince1970: 784_111_777 - 12)))
        let task = Task { try? await client.send(.page) }
        await waits(task, 12)
        #expect(await task.value == "well")
    }

    /// The time is 26 November 2026, 08:49:25.
    @Test(
        arguments: [
            ("Thursday, 26-Nov-26 08:49:37 GMT", 12), ("Thu, 26 Nov 26 08:49:37 GMT", 12),
            ("Saturday, 26-Nov-50 08:49:37 GMT", 757_382_412), ("Wednesday, 25-Nov-76 08:49:37 GMT", 1_577_836_812),
            ("Saturday, 27-Nov-76 08:49:37 GMT", 0),
        ])
    func `a Retry-After with a year of two digits is at most 50 years ahead`(date: String, delay: Int) async throws {
        let server = try LoopbackServer(.status(503, ["Retry-After": date]))
        let client = HTTPClient(
            HTTPConfiguration(baseURL: server.url), transport: Carrier.usual.transport, clock: clock,
            wallClock: .fixed(Date(timeIntervalSince1970: 1_795_682_965)))
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.status == 503)
        #expect(error?.retryAfter == .seconds(delay))
    }

    @Test(arguments: ["3600", "99999999999999", "Sun, 06 Nov 2994 08:49:37 GMT"])
    func `a delay beyond the maximum ends the attempts`(value: String) async throws {
        let server = try LoopbackServer(.status(429, ["Retry-After": value]))
        let client = client(server)
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.status == 429)
        #expect(error?.retryAfter ?? .zero > .seconds(3599))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["soon", "-1", ""])
    func `an invalid Retry-After is ignored`(value: String) async throws {
        let server = try LoopbackServer(.status(503, ["Retry-After": value]), .status(200, body: "well"))
        let client = client(server)
        let task = Task { try? await client.send(.page) }
        await waits(task, 1)
        #expect(await task.value == "well")
    }

    @Test func `a POST is not sent again`() async throws {
        let server = try LoopbackServer(.status(503))
        let client = client(server)
        let error = await failure { () async throws(HTTPError) in
            try await client.send(Endpoint(.post, "x", decoder: .none))
        }
        #expect(error?.status == 503)
        #expect(server.requests.count == 1)
    }

    @Test func `a POST is sent again if the endpoint allows it`() async throws {
        let server = try LoopbackServer(.hangUp, .status(201))
        let client = client(server)
        var endpoint = Endpoint(.post, "x", body: .data(Data("b".utf8)), decoder: .none)
        endpoint.mayBeRepeated = true
        let task = Task { [endpoint] in
            do { try await client.send(endpoint) } catch { Issue.record(error) }
        }
        await waits(task, 1)
        await task.value
        #expect(server.requests.map(\.text) == ["b", "b"])
    }

    @Test(arguments: [400, 401, 403, 404, 422, 501])
    func `permanent errors are not retried`(status: Int) async throws {
        let server = try LoopbackServer(.status(status))
        let client = client(server)
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.status == status)
        #expect(server.requests.count == 1)
    }

    @Test func `a timeout is retried`() async throws {
        let server = try LoopbackServer(.silence, .status(200, body: "well"))
        let client = client(server)
        let task = Task { try? await client.send(.page) }
        // If a request timed out before it arrived, its reply would be used for the next one.
        await server.received(1)
        await waits(task, 30, 31)
        #expect(await task.value == "well")
    }

    @Test func `a cancellation between two attempts ends the call with the cancelled error`() async throws {
        let server = try LoopbackServer(.status(503))
        let client = client(server)
        let task = Task { await failure { () async throws(HTTPError) in try await client.send(.page) } }
        await clock.sleeper(until: .seconds(1))
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        #expect(server.requests.count == 1)
    }
}

import CISWorkers
import Foundation
import TestSupport
import Testing

/// The tests control the clock.
@Suite struct `Timeouts of requests` {
    private let clock = TestClock()

    @Test(arguments: Carrier.allCases, [Reply.silence, .slowHeaders, .stalledBody])
    func `a stalled response times out, and the connection is closed`(carrier: Carrier, reply: Reply) async throws {
        let server = try LoopbackServer(reply)
        let client = carrier.client(server, clock: clock) { $0.timeout = .seconds(20) }
        async let error = failure { () async throws(HTTPError) in try await client.send(.page) }
        await server.received(1)
        await clock.sleeper(until: .seconds(20))
        clock.runFreely()
        #expect(await error?.code == .timedOut)
        #expect(await error?.description.contains("no data was sent or received for 20.0 seconds") == true)
        await server.hungUp(1)
    }

    @Test(arguments: Carrier.allCases)
    func `an upload that the server does not read times out`(carrier: Carrier) async throws {
        let server = try LoopbackServer(readsBody: { _ in false }) { _ in Reply(.hold(Hold()), .close) }
        let client = carrier.client(server, clock: clock)
        let body = HTTPBody.data(Data(count: 64 << 20))
        async let error = failure { () async throws(HTTPError) in
            try await client.send(Endpoint(.put, "x", body: body, decoder: .none))
        }
        await server.received(1)
        await clock.sleeper(until: .seconds(30))
        clock.runFreely()
        #expect(await error?.code == .timedOut)
    }

    @Test(arguments: Carrier.allCases)
    func `a response that makes progress does not time out`(carrier: Carrier) async throws {
        let holds = [Hold(), Hold()]
        let server = try LoopbackServer(
            Reply(
                .send(Array(Reply.head(200, length: 2).utf8)), .hold(holds[0]), .send([0x61]), .hold(holds[1]),
                .send([0x62])))
        let client = carrier.client(server, clock: clock)
        var events = client.transfer(.page).makeAsyncIterator()
        // Receives the headers.
        _ = try await events.next()
        await clock.sleeper(until: .seconds(30))
        clock.advance(to: .seconds(20))
        holds[0].open()
        // Receives the first byte, at 20 seconds.
        while case .progress(let progress)? = try await events.next(), progress.received < 1 {}
        clock.advance(to: .seconds(30))
        await clock.sleeper(until: .seconds(50))
        clock.advance(to: .seconds(49))
        holds[1].open()
        var last: HTTPTransfer<String>.Event?
        while let event = try await events.next() { last = event }
        guard case .finished("ab")? = last else {
            Issue.record("not finished: \(String(describing: last))")
            return
        }
    }

    @Test(arguments: Carrier.allCases)
    func `a response that makes progress ends at the deadline`(carrier: Carrier) async throws {
        let hold = Hold()
        let server = try LoopbackServer(
            Reply(.send(Array(Reply.head(200, length: 2).utf8)), .hold(hold), .send([0x61]), .untilHangUp))
        let client = carrier.client(server, clock: clock) {
            $0.timeout = .seconds(20)
            $0.deadline = .seconds(30)
        }
        var events = client.transfer(.page).makeAsyncIterator()
        _ = try await events.next()
        await clock.sleeper(until: .seconds(20))
        clock.advance(to: .seconds(19))
        hold.open()
        while case .progress(let progress)? = try await events.next(), progress.received < 1 {}
        clock.advance(to: .seconds(20))
        // The next sleep ends at 30 seconds, not at 39, when the timeout would have ended the request.
        await clock.sleeper(until: .seconds(30))
        clock.advance(to: .seconds(30))
        let error = await failure { () async throws(HTTPError) in _ = try await events.next() }
        #expect(error?.code == .timedOut)
        #expect(error?.description.contains("the deadline of 30.0 seconds has passed") == true)
        await server.hungUp(1)
    }

    /// Requests a repetition of every rejected request.
    private struct Stubborn: HTTPAuthorization {
        let gate = Gate()

        func header() async throws(HTTPError) -> String? { "x" }

        func renew(rejected header: String?) async throws(HTTPError) -> Bool {
            await gate.pass()
            return true
        }
    }

    @Test func `the time for a token refresh does not count for the timeout`() async throws {
        let server = try LoopbackServer(.status(401), .status(200, body: "well"))
        let authorization = Stubborn()
        let client = Carrier.usual.client(server, clock: clock, authorization: authorization)
        async let text = client.send(.page)
        await authorization.gate.reached()
        clock.advance(to: .seconds(100))
        authorization.gate.open()
        #expect(try await text == "well")
    }

    @Test func `the repetition after a 401 has the same deadline, and a new timeout`() async throws {
        let hold = Hold()
        let server = try LoopbackServer { request in
            request.number == 1
                ? Reply(.hold(hold), .send(Array(Reply.head(401, length: 0).utf8)))
                : .silence
        }
        let authorization = Stubborn()
        authorization.gate.open()
        let client = Carrier.usual.client(server, clock: clock, authorization: authorization) {
            $0.timeout = .seconds(20)
            $0.deadline = .seconds(30)
        }
        async let error = failure { () async throws(HTTPError) in try await client.send(.page) }
        await clock.sleeper(until: .seconds(20))
        clock.advance(to: .seconds(15))
        hold.open()
        await server.received(2)
        // The next sleep ends at 30 seconds: not at 20, counted from the first request, and neither at 35 nor at 45.
        await clock.sleeper(until: .seconds(30))
        clock.advance(to: .seconds(30))
        #expect(await error?.description.contains("the deadline of 30.0 seconds has passed") == true)
    }

    @Test func `a timeout may be as long as a Duration can be`() async throws {
        let hold = Hold()
        let server = try LoopbackServer(Reply(.hold(hold), .send(Array(Reply.head(200, length: 0).utf8))))
        let client = Carrier.usual.client(server, clock: clock) { $0.timeout = .seconds(Int64.max) }
        async let text = client.send(.page)
        // The longest sleep that the clocks of the system support. After it, the time is checked again.
        await clock.sleeper(until: .seconds(100 * 366 * 86_400))
        hold.open()
        #expect(try await text.isEmpty)
    }

    @Test func `an endpoint can have its own timeout`() async throws {
        let server = try LoopbackServer(.silence)
        var endpoint = Endpoint.page
        endpoint.timeout = .seconds(5)
        let client = Carrier.usual.client(server, clock: clock)
        async let error = failure { [endpoint] () async throws(HTTPError) in try await client.send(endpoint) }
        await clock.sleeper(until: .seconds(5))
        clock.runFreely()
        #expect(await error?.code == .timedOut)
    }
}

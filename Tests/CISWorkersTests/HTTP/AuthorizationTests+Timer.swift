import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

/// How long a request may take that is sent again with a new authorization.
@Suite struct `Timeouts after a renewed authorization` {
    /// A manual clock that records its sleeps, and opens a gate at each.
    private final class RecordingClock: Clock, Sendable {
        let base = TestClock()
        let gates = [Gate(), Gate()]
        let deadlines = LockedValue<[Duration]>([])

        var now: TestClock.Instant { base.now }
        var minimumResolution: Duration { base.minimumResolution }

        func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
            let count = deadlines.withLock { deadlines in
                deadlines.append(deadline.offset)
                return deadlines.count
            }
            if count <= gates.count { gates[count - 1].open() }
            try await base.sleep(until: deadline, tolerance: tolerance)
        }
    }

    private struct Renewing: HTTPAuthorization {
        func header() async throws(HTTPError) -> String? { "Bearer a" }
        func renew(rejected header: String?) async throws(HTTPError) -> Bool { true }
    }

    @Test func `the time without progress counts anew from the second request`() async throws {
        let clock = RecordingClock()
        let transport = StubTransport { _, number throws(HTTPError) in
            await clock.gates[number - 1].pass()
            if number == 1 { clock.base.advance(to: .seconds(25)) }
            return HTTPResponse(status: number == 1 ? 401 : 200)
        }
        let client = HTTPClient(
            HTTPConfiguration(baseURL: URL("https://example.com")), authorization: Renewing(), transport: transport,
            clock: clock)
        try await client.send(Endpoint(.get, "page", decoder: .none))
        #expect(clock.deadlines.withLock { $0 } == [.seconds(30), .seconds(55)])
    }
}

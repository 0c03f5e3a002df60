import CIS
import CISWorkers
import TestSupport
import Testing

@Suite final class `Retries of a call`: Sendable {
    private let clock = TestClock()
    private let log = LockedValue<[Duration]>([])

    /// Fails until the given attempt, and records the time of each call.
    private func call(succeedingAt attempt: Int) async throws(TestError) -> Int {
        let count = log.withLock { log in
            log.append(clock.now.offset)
            return log.count
        }
        if count < attempt { throw .passing(count) }
        return count
    }

    private var times: [Duration] { log.withLock { $0 } }

    @Test func `calls until it succeeds, after delays that grow up to the maximum`() async throws {
        clock.runFreely()
        let backoff = Backoff(first: .seconds(1), factor: 3, maximum: .seconds(10))
        let policy = RetryPolicy(attempts: 6, backoff: backoff, jitter: Jitter(0))
        let value = try await policy.run(on: clock) { () async throws(TestError) in try await call(succeedingAt: 6) }
        #expect(value == 6)
        #expect(times == [0, 1, 4, 13, 23, 33].map { .seconds($0) })
    }

    @Test(arguments: [(-1, 1), (0, 1), (1, 1), (3, 3)])
    func `calls at most as often as allowed, and at least once`(attempts: Int, calls: Int) async {
        clock.runFreely()
        let policy = RetryPolicy(attempts: attempts)
        let error = await failure { () async throws(TestError) in
            try await policy.run(on: clock) { () async throws(TestError) in try await call(succeedingAt: 99) }
        }
        #expect(error == .passing(calls))
        #expect(times.count == calls)
    }

    @Test func `an error that is not temporary ends it`() async {
        let error = await failure { () async throws(TestError) in
            try await RetryPolicy().run(
                on: clock, after: { $0 == .lasting ? .giveUp : .tryAgain },
                { () async throws(TestError) -> Void in throw .lasting })
        }
        #expect(error == .lasting)
    }

    @Test func `the server can set the delay, without jitter, up to the maximum`() async {
        clock.runFreely()
        let policy = RetryPolicy(attempts: 9, backoff: Backoff(maximum: .seconds(60)), jitter: Jitter(1))
        let waits: [Duration] = [.seconds(60), .seconds(-5), .seconds(61)]
        let error = await failure { () async throws(TestError) in
            try await policy.run(on: clock, after: { _ in .tryAgainAfter(waits[times.count - 1]) }) {
                () async throws(TestError) in try await call(succeedingAt: 99)
            }
        }
        #expect(error == .passing(3))
        #expect(times == [.zero, .seconds(60), .seconds(60)])
    }

    @Test func `after a cancellation during the delay there is no further call`() async {
        let task = Task {
            await failure { () async throws(TestError) in
                try await RetryPolicy(jitter: Jitter(0)).run(on: clock) { () async throws(TestError) in
                    try await call(succeedingAt: 99)
                }
            }
        }
        await clock.sleeper(until: .milliseconds(250))
        task.cancel()
        #expect(await task.value == .passing(1))
        #expect(times.count == 1)
    }

    @Test func `jitter shortens the delay, as the generator determines`() async throws {
        for seed in seeds(50, for: "jitter") {
            var dice = Dice(seed: seed)
            let expected = Duration.seconds(8) * (1 - 0.25 * Double.random(in: 0..<1, using: &dice))
            let clock = TestClock()
            clock.runFreely()
            let policy = RetryPolicy(
                attempts: 2, backoff: Backoff(first: .seconds(8)), jitter: Jitter(0.25, using: Dice(seed: seed)))
            _ = await failure { () async throws(TestError) in
                try await policy.run(on: clock) { () async throws(TestError) -> Void in throw .lasting }
            }
            #expect(clock.now.offset == expected, "seed \(seed)")
            #expect((Duration.seconds(6)...Duration.seconds(8)).contains(clock.now.offset), "seed \(seed)")
        }
    }

    @Test(arguments: [
        Backoff(first: .seconds(5), factor: .infinity, maximum: .seconds(9)),
        Backoff(first: .seconds(5), factor: .nan, maximum: .seconds(9)),
        Backoff(first: .seconds(5), factor: -1, maximum: .seconds(9)),
        Backoff(first: .seconds(50), factor: 2, maximum: .seconds(9)),
        Backoff(first: .seconds(-5), factor: 2, maximum: .seconds(9)),
        Backoff(first: .seconds(1), factor: 1e300, maximum: .seconds(Int64.max)),
        Backoff(first: .zero, factor: 2, maximum: .zero),
    ])
    func `extreme numbers do not trap, and give valid delays`(backoff: Backoff) {
        for failures in [-1, 0, 1, 2, 3, 1000, 1_000_000] {
            let delay = backoff.delay(after: failures)
            #expect(delay >= .zero && delay <= max(.zero, backoff.maximum))
        }
    }

    @Test func `the call runs on the caller's actor, and may use its state`() async {
        await onMainActor()
    }

    @MainActor private func onMainActor() async {
        var count = 0
        let value = await RetryPolicy().run(on: clock) {
            MainActor.assertIsolated()
            count += 1
            return count
        }
        #expect(value == 1)
    }
}

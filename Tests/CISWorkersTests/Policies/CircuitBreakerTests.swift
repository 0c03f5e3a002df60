import CISWorkers
import TestSupport
import Testing

@MainActor
@Suite struct CircuitBreakerTests {
    private let clock = TestClock()

    private func breaker() -> CircuitBreaker { CircuitBreaker(failures: 3, cooldown: .seconds(10), clock: clock) }

    private func call(_ breaker: CircuitBreaker, _ outcome: TestError? = nil) async -> TestError? {
        do throws(TestError) {
            try await breaker.run(unavailable: TestError.unavailable, counting: { $0 != .lasting }) {
                () async throws(TestError) in
                if let outcome { throw outcome }
            }
            return nil
        } catch {
            return error
        }
    }

    @Test func `opens after a number of failures in a row, and then makes no calls`() async {
        let breaker = breaker()
        for number in 1...3 { #expect(await call(breaker, .passing(number)) == .passing(number)) }
        #expect(breaker.state == .open)
        #expect(await call(breaker) == .unavailable)
    }

    @Test func `a success in between resets the count`() async {
        let breaker = breaker()
        for outcome in [TestError.passing(1), .passing(2), nil, .passing(3), .passing(4)] {
            _ = await call(breaker, outcome)
        }
        #expect(breaker.state == .closed)
    }

    @Test func `an error caused by the call itself does not count`() async {
        let breaker = breaker()
        for _ in 1...10 { #expect(await call(breaker, .lasting) == .lasting) }
        #expect(breaker.state == .closed)
    }

    @Test func `after the cooldown there is one trial call; a success closes it`() async {
        let breaker = breaker()
        for _ in 1...3 { _ = await call(breaker, .passing(0)) }
        clock.advance(to: .milliseconds(9999))
        #expect(await call(breaker) == .unavailable)
        clock.advance(to: .seconds(10))
        #expect(breaker.state == .halfOpen)
        #expect(await call(breaker) == nil)
        #expect(breaker.state == .closed)
    }

    @Test func `after the cooldown there is one trial call; a failure opens it again`() async {
        let breaker = breaker()
        for _ in 1...3 { _ = await call(breaker, .passing(0)) }
        clock.advance(to: .seconds(12))
        #expect(await call(breaker, .passing(1)) == .passing(1))
        clock.advance(to: .seconds(21))
        #expect(breaker.state == .open)
        clock.advance(to: .seconds(22))
        #expect(breaker.state == .halfOpen)
    }

    @Test func `there is one trial call at a time; if it is cancelled, the next call is the trial`() async {
        let breaker = breaker()
        for _ in 1...3 { _ = await call(breaker, .passing(0)) }
        clock.advance(to: .seconds(10))
        let gate = Gate()
        let trying = Task.immediate {
            await failure { () async throws(TestError) in
                try await breaker.run(unavailable: TestError.unavailable) { () async throws(TestError) -> Void in
                    await gate.pass()
                    throw .passing(9)
                }
            }
        }
        #expect(await call(breaker) == .unavailable)
        trying.cancel()
        gate.open()
        #expect(await trying.value == .passing(9))
        #expect(breaker.state == .halfOpen)
        #expect(await call(breaker) == nil)
    }

    @Test func `a call from before it opened does not close it`() async {
        let breaker = breaker()
        let gate = Gate()
        let slow = Task.immediate {
            try? await breaker.run(unavailable: TestError.unavailable) { () async throws(TestError) in await gate.pass()
            }
        }
        for _ in 1...3 { _ = await call(breaker, .passing(0)) }
        gate.open()
        await slow.value
        #expect(breaker.state == .open)
    }

    /// Random calls, one at a time, and random delays. The model follows the diagram.
    @Test func `law: it follows its diagram`() async {
        for seed in seeds(fewerWhenSanitized(100), for: "circuit breaker") {
            var dice = Dice(seed: seed)
            let clock = TestClock()
            let limit = Int.random(in: 1...4, using: &dice)
            let breaker = CircuitBreaker(failures: limit, cooldown: .seconds(10), clock: clock)
            var failures = 0
            var opened: Duration?
            for step in 1...100 {
                if Int.random(in: 0..<4, using: &dice) == 0 {
                    clock.advance(to: clock.now.offset + .seconds(Int.random(in: 1...11, using: &dice)))
                }
                let now = clock.now.offset
                let mayCall = opened.map { now - $0 >= .seconds(10) } ?? true
                #expect(breaker.state == (opened == nil ? .closed : mayCall ? .halfOpen : .open), "seed \(seed)")
                let outcome: TestError? =
                    [nil, .passing(step), .passing(step), .lasting].randomElement(using: &dice) ?? nil
                #expect(await call(breaker, outcome) == (mayCall ? outcome : .unavailable), "seed \(seed)")
                guard mayCall else { continue }
                switch outcome {
                case nil: (failures, opened) = (0, nil)
                case .lasting: break
                default:
                    failures += 1
                    if opened != nil || failures >= limit { (failures, opened) = (0, now) }
                }
            }
        }
    }
}

import CISWorkers
import TestSupport
import Testing

@Suite struct `Calls with a timeout` {
    private let clock = TestClock()
    private let gate = Gate()

    private func call(_ operation: @escaping @Sendable () async throws(TestError) -> Int) async -> Result<
        Int, TestError
    > {
        do throws(TestError) {
            let value = try await withTimeout(.seconds(5), clock: clock, timedOut: TestError.timedOut, operation)
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    @Test func `a call that ends in time gives its value, and the timer is cancelled`() async {
        #expect(await call { () async throws(TestError) in 7 } == .success(7))
        #expect(clock.deadlines.isEmpty)
    }

    @Test func `a call that fails in time throws its own error`() async {
        #expect(await call { () async throws(TestError) in throw .lasting } == .failure(.lasting))
    }

    @Test func `a call that takes too long is cancelled`() async {
        let task = Task {
            await call { () async throws(TestError) in
                try? await clock.sleep(for: .seconds(100))
                return Task.isCancelled ? -1 : 7
            }
        }
        await clock.sleeper(until: .seconds(100))
        await clock.sleeper(until: .seconds(5))
        clock.advance(to: .seconds(5))
        #expect(await task.value == .failure(.timedOut))
        #expect(clock.deadlines.isEmpty)
    }

    @Test func `a call that ignores cancellation is awaited, and its value is discarded`() async {
        let isCancelled = Gate()
        let task = Task {
            await call { () async throws(TestError) in
                await withTaskCancellationHandler {
                    await gate.pass()
                } onCancel: {
                    isCancelled.open()
                }
                return 7
            }
        }
        await gate.reached()
        await clock.sleeper(until: .seconds(5))
        clock.advance(to: .seconds(5))
        // Only now has the call taken too long.
        await isCancelled.pass()
        gate.open()
        #expect(await task.value == .failure(.timedOut))
    }

    @Test func `when the caller is cancelled, the result of the call counts, and it is not a timeout`() async {
        let task = Task {
            await call { () async throws(TestError) in
                await gate.pass()
                throw Task.isCancelled ? .cancelled : .lasting
            }
        }
        await gate.reached()
        await clock.sleeper(until: .seconds(5))
        task.cancel()
        gate.open()
        #expect(await task.value == .failure(.cancelled))
    }

    /// The clocks of the system trap when they have to sleep that long.
    @Test func `a timeout may be as long as a Duration can be`() async {
        let call = Gate()
        let task = Task { [clock] in
            try? await withTimeout(.seconds(Int64.max), clock: clock, timedOut: TestError.timedOut) {
                () async throws(TestError) in
                await call.pass()
                return 7
            }
        }
        await clock.sleeper(until: .seconds(100 * 366 * 86_400))
        call.open()
        #expect(await task.value == 7)
    }

    @Test func `a timeout of zero or less is a timeout`() async {
        let result = await failure { () async throws(TestError) in
            try await withTimeout(.seconds(-1), clock: clock, timedOut: TestError.timedOut) {
                () async throws(TestError) in
                try? await clock.sleep(for: .seconds(100))
            }
        }
        #expect(result == .timedOut)
    }
}

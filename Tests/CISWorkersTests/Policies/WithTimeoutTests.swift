import CISWorkers
import TestSupport
import Testing

@Suite struct WithTimeoutTests {
    private let clock = TestClock()
    private let gate = Gate()

    private func call(_ operation: @escaping @Sendable () async throws(Trouble) -> Int) async -> Result<Int, Trouble> {
        do throws(Trouble) {
            let value = try await withTimeout(.seconds(5), clock: clock, timedOut: Trouble.timedOut, operation)
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    @Test func `a call that is done in time gives its value, and nobody sleeps any more`() async {
        #expect(await call { () async throws(Trouble) in 7 } == .success(7))
        #expect(clock.deadlines.isEmpty)
    }

    @Test func `a call that fails in time gives its own error`() async {
        #expect(await call { () async throws(Trouble) in throw .lasting } == .failure(.lasting))
    }

    @Test func `a call that takes too long is cancelled`() async {
        let task = Task {
            await call { () async throws(Trouble) in
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

    @Test func `a call that does not listen is waited for, and its value dropped`() async {
        let isCancelled = Gate()
        let task = Task {
            await call { () async throws(Trouble) in
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
        // Only then has it taken too long.
        await isCancelled.pass()
        gate.open()
        #expect(await task.value == .failure(.timedOut))
    }

    @Test func `cancelled from outside, the call says how it ended, and it is no timeout`() async {
        let task = Task {
            await call { () async throws(Trouble) in
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

    /// The clocks of the system stop the program when they have to sleep that long.
    @Test func `a timeout may be as long as a duration can be`() async {
        let call = Gate()
        let task = Task { [clock] in
            try? await withTimeout(.seconds(Int64.max), clock: clock, timedOut: Trouble.timedOut) {
                () async throws(Trouble) in
                await call.pass()
                return 7
            }
        }
        await clock.sleeper(until: .seconds(100 * 366 * 86_400))
        call.open()
        #expect(await task.value == 7)
    }

    @Test func `no time at all is a timeout`() async {
        let result = await failure { () async throws(Trouble) in
            try await withTimeout(.seconds(-1), clock: clock, timedOut: Trouble.timedOut) { () async throws(Trouble) in
                try? await clock.sleep(for: .seconds(100))
            }
        }
        #expect(result == .timedOut)
    }

    @Test func `unless cancelled: an error in a cancelled task is nobody's business`() async throws {
        let task = Task {
            await gate.pass()
            return try await unlessCancelled { () async throws(Trouble) -> Int in throw .lasting }
        }
        task.cancel()
        gate.open()
        #expect(try await task.value == nil)
    }

    @Test func `unless cancelled: other errors and values pass`() async throws {
        #expect(await unlessCancelled { 7 } == 7)
        let error = await failure { () async throws(Trouble) in
            try await unlessCancelled { () async throws(Trouble) -> Int in throw .lasting }
        }
        #expect(error == .lasting)
    }
}

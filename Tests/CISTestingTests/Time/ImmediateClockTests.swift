import CIS
import CISTesting
import Testing

@MainActor
@Suite struct `Immediate clock` {
    @Test func `sleeps on an immediate clock return at once, and move it to each deadline`() async throws {
        let clock = ImmediateClock()
        var isOtherRun = false
        let other = Task { isOtherRun = true }
        for _ in 0..<1_000 { try await clock.sleep(until: clock.now.advanced(by: .seconds(3_600))) }
        // The sleep did not suspend, so no other task has run.
        #expect(!isOtherRun)
        #expect(clock.now.offset == .seconds(3_600_000))
        try await clock.sleep(until: .init(offset: .seconds(1)))
        #expect(clock.now.offset == .seconds(3_600_000))
        #expect(clock.minimumResolution == .nanoseconds(1))
        await other.value
    }

    @Test func `a cancelled sleep on an immediate clock throws`() async {
        let clock = ImmediateClock()
        let sleeper = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.now.offset == .zero)
    }
}

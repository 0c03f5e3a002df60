import CIS
import TestSupport
import Testing

/// Clocks that fail, and machines under load.
extension `Policy clock` {
    // MARK: A clock that fails

    @Test func `a debounced action whose clock throws an error ends, and the error is reported`() async {
        let sample = SampleScene(clock: FailingClock())
        let recorder = Recorder<String>()
        await sample.perform("held", policy: .concurrent.debounced(for: .seconds(3))) { _ in recorder.note("begun") }
            .value
        #expect(recorder.entries.isEmpty)
        #expect(sample.reports.kinds.contains(.actionDropped(.clockFailed)))
        #expect(sample.reports.all.contains { $0.isMisuse && $0.description.contains("Broken spring") })
        #expect(sample.runtime.scheduledActionCount == 0)
    }

    @Test func `a throttle window that a clock fails to close is closed, and the next action begins`() async {
        let sample = SampleScene(clock: FailingClock())
        let policy = ActionPolicy.concurrent.throttled(for: .seconds(3))
        let recorder = Recorder<String>()
        sample.perform("leading", policy: policy) { _ in recorder.note("leading") }
        await sample.perform("trailing", policy: policy) { _ in recorder.note("trailing") }.value
        #expect(sample.reports.kinds.contains(.actionDropped(.clockFailed)))
        await sample.perform("next", policy: policy) { _ in recorder.note("next") }.value
        #expect(recorder.entries == ["leading", "next"])
        await mainActorJobsBehind()
        #expect(sample.runtime.scheduledActionCount == 0)
    }

    @Test func `after a clock fails an action does not time out, and later timeouts are tried again`() async {
        let clock = FailingClock()
        let sample = SampleScene(clock: clock)
        let gate = Gate()
        let policy = ActionPolicy.concurrent.timeout(after: .seconds(3))
        let slow = sample.perform("slow", policy: policy) {
            await gate.pass()
            $0.store.execute(.add(1))
        }
        await clock.failed.reached()
        gate.open()
        await slow.value
        #expect(sample.store.state.count == 1)
        #expect(sample.runtime.scheduledActionCount == 0)
    }

    @Test func `a clock that throws CancellationError without a cancellation counts as failed`() async {
        let sample = SampleScene(clock: FailingClock(CancellationError()))
        await sample.perform("held", policy: .concurrent.debounced(for: .seconds(3))) { _ in }.value
        #expect(sample.reports.kinds.contains(.actionDropped(.clockFailed)))
    }

    // MARK: A machine under load

    @Test func `a superseded action does not run if time passes between two executes of one turn`() async {
        let sample = PolicyFixture()
        let policy = ActionPolicy.latest.debounced(for: .seconds(3))
        sample.open("a", "b")
        let first = sample.execute("a", policy)
        sample.clock.advance(to: .seconds(5))
        let second = sample.execute("b", policy)
        await first.value
        #expect(sample.fates == ["a dropped: replaced"])
        await sample.clock.sleeper(until: .seconds(8))
        #expect(sample.recorder.entries.isEmpty)
        sample.clock.advance(to: .seconds(8))
        await second.value
        #expect(sample.recorder.entries == ["b begins", "b ends"])
        #expect(sample.isEmpty)
    }

    @Test func `an action is due in a later turn although its timer has not fired yet`() async {
        let sample = PolicyFixture()
        let policy = ActionPolicy.concurrent.debounced(for: .seconds(3))
        sample.open("a", "b")
        let first = sample.execute("a", policy)
        await sample.clock.sleeper(until: .seconds(3))
        sample.clock.advance(to: .seconds(5))
        let second = sample.execute("b", policy)
        await first.value
        await sample.clock.sleeper(until: .seconds(8))
        sample.clock.advance(to: .seconds(8))
        await second.value
        #expect(sample.recorder.entries == ["a begins", "a ends", "b begins", "b ends"])
        #expect(sample.isEmpty)
    }
}

/// A clock that cannot sleep.
private final class FailingClock: Clock, Sendable {
    private struct BrokenSpring: Error, CustomStringConvertible {
        let description = "Broken spring"
    }

    /// Reached when it was asked to sleep and fails.
    let failed = Gate()
    private let error: any Error

    init(_ error: (any Error)? = nil) {
        self.error = error ?? BrokenSpring()
        failed.open()
    }

    var now: TestClock.Instant { TestClock.Instant(offset: .zero) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        await failed.pass()
        throw error
    }
}

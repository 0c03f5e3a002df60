import CIS
import TestSupport
import Testing

/// Clocks that fail, and machines under load.
extension `Policy clock` {
    // MARK: Edge case 47: a clock that fails

    @Test func `a debounced action whose clock throws an error ends, and the error is reported`() async {
        let lab = LabScene(clock: FailingClock())
        let trail = Trail<String>()
        await lab.perform("held", policy: .concurrent.debounced(for: .seconds(3))) { _ in trail.note("begun") }.value
        #expect(trail.entries.isEmpty)
        #expect(lab.reports.kinds.contains(.actionDropped(.clockFailed)))
        #expect(lab.reports.all.contains { $0.isMisuse && $0.description.contains("Broken spring") })
        #expect(lab.runtime.scheduledActionCount == 0)
    }

    @Test func `a throttle window that a clock fails to close is closed, and the next action begins`() async {
        let lab = LabScene(clock: FailingClock())
        let policy = ActionPolicy.concurrent.throttled(for: .seconds(3))
        let trail = Trail<String>()
        lab.perform("leading", policy: policy) { _ in trail.note("leading") }
        await lab.perform("trailing", policy: policy) { _ in trail.note("trailing") }.value
        #expect(lab.reports.kinds.contains(.actionDropped(.clockFailed)))
        await lab.perform("next", policy: policy) { _ in trail.note("next") }.value
        #expect(trail.entries == ["leading", "next"])
        await mainActorJobsBehind()
        #expect(lab.runtime.scheduledActionCount == 0)
    }

    @Test func `an action whose timeout a clock fails to tell runs on, and later timeouts are tried again`() async {
        let clock = FailingClock()
        let lab = LabScene(clock: clock)
        let gate = Gate()
        let policy = ActionPolicy.concurrent.timeout(after: .seconds(3))
        let slow = lab.perform("slow", policy: policy) {
            await gate.pass()
            $0.store.execute(.add(1))
        }
        await clock.failed.reached()
        gate.open()
        await slow.value
        #expect(lab.store.state.count == 1)
        #expect(lab.runtime.scheduledActionCount == 0)
    }

    @Test func `a clock that throws as if it were cancelled, and nobody has, fails like any other`() async {
        let lab = LabScene(clock: FailingClock(CancellationError()))
        await lab.perform("held", policy: .concurrent.debounced(for: .seconds(3))) { _ in }.value
        #expect(lab.reports.kinds.contains(.actionDropped(.clockFailed)))
    }

    // MARK: A machine under load

    @Test func `a superseded action does not run if time passes between two executes of one turn`() async {
        let lab = PolicyLab()
        let policy = ActionPolicy.latest.debounced(for: .seconds(3))
        lab.open("a", "b")
        let first = lab.execute("a", policy)
        lab.clock.advance(to: .seconds(5))
        let second = lab.execute("b", policy)
        await first.value
        #expect(lab.fates == ["a dropped: replaced"])
        await lab.clock.sleeper(until: .seconds(8))
        #expect(lab.trail.entries.isEmpty)
        lab.clock.advance(to: .seconds(8))
        await second.value
        #expect(lab.trail.entries == ["b begins", "b ends"])
        #expect(lab.isEmpty)
    }

    @Test func `an action is due in a later turn although its alarm has not rung yet`() async {
        let lab = PolicyLab()
        let policy = ActionPolicy.concurrent.debounced(for: .seconds(3))
        lab.open("a", "b")
        let first = lab.execute("a", policy)
        await lab.clock.sleeper(until: .seconds(3))
        lab.clock.advance(to: .seconds(5))
        let second = lab.execute("b", policy)
        await first.value
        await lab.clock.sleeper(until: .seconds(8))
        lab.clock.advance(to: .seconds(8))
        await second.value
        #expect(lab.trail.entries == ["a begins", "a ends", "b begins", "b ends"])
        #expect(lab.isEmpty)
    }
}

/// A clock that cannot sleep.
private final class FailingClock: Clock, Sendable {
    private struct BrokenSpring: Error, CustomStringConvertible {
        let description = "Broken spring"
    }

    /// Reached when it was asked to sleep, and fails.
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

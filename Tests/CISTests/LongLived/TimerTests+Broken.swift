import CIS
import TestSupport
import Testing

/// Timers on clocks that fail or are set back.
extension `Timers` {
    /// A clock on which no call can sleep. It opens a gate when nothing uses it any more.
    private final class BrokenClock: Clock, Sendable {
        struct Failure: Error {}

        private let left: Gate

        init(_ left: Gate) {
            self.left = left
        }

        deinit {
            left.open()
        }

        var now: TestClock.Instant { TestClock.Instant(offset: .zero) }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws { throw Failure() }
    }

    @Test func `a timer whose clock fails is reported, once`() async {
        let left = Gate()
        // Declared sources are asked for again when one is opened. The first declaration is the one that is opened.
        var clock: (any Clock<Duration>)? = BrokenClock(left)
        let scene = ListenerScene { _ in
            defer { clock = nil }
            return [.timer("tick", every: .seconds(5), on: clock ?? TestClock()) { .heard("\($0)") }]
        }
        await left.pass()
        #expect(scene.reports.all.count == 1)
        #expect(scene.reports.all.first?.description.contains("The clock of the timer tick threw an error") == true)
    }

    @Test func `a timer whose clock is set back fires one interval later, by the new time`() async {
        let clock = TestClock()
        let times = Recorder<Duration>()
        clock.runFreely()
        let scene = ListenerScene(["tick"], clock: clock) { state in
            state.wanted.map { name in .timer(name, every: .seconds(10)) { .heard("\($0)") } }
        }
        scene.controller?.onAction = { _ in
            times.note(clock.now.offset)
            if times.entries.count == 3 { clock.jump(backTo: .zero) }
            if times.entries.count == 4 { scene.want() }
        }
        await scene.hears(4)
        #expect(times.entries.prefix(4) == [.seconds(10), .seconds(20), .seconds(30), .seconds(10)])
    }
}

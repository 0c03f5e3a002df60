import CIS
import TestSupport
import Testing

/// Timers on a clock that the test moves.
@MainActor
@Suite struct `Timers` {
    let clock = SleepLog()

    /// A scene whose state names timers of ten seconds.
    private func timers(_ wanted: String..., every interval: Duration = .seconds(10)) -> ListenerScene {
        ListenerScene(wanted, clock: clock) { state in
            state.wanted.map { name in .timer(name, every: interval) { .heard("\(name) \($0)") } }
        }
    }

    private func sleeper(at seconds: Int) async {
        await clock.base.sleeper(until: .seconds(seconds))
    }

    @Test func `a timer fires once per interval, the first time after one`() async {
        let scene = timers("tick")
        await sleeper(at: 10)
        #expect(scene.heard.isEmpty)
        for tick in 1...3 {
            clock.base.advance(to: .seconds(tick * 10))
            await sleeper(at: tick * 10 + 10)
            #expect(scene.heard.count == tick)
        }
        #expect(scene.heard == ["tick 1", "tick 2", "tick 3"])
    }

    @Test func `a timer does not fire before its time`() async {
        let scene = timers("tick")
        await sleeper(at: 10)
        clock.base.advance(to: .seconds(10) - .nanoseconds(1))
        #expect(clock.base.deadlines == [.seconds(10)])
        clock.base.advance(to: .seconds(10))
        await scene.hears(1)
        #expect(scene.heard == ["tick 1"])
    }

    @Test func `a timer may have a clock of its own`() async {
        let own = TestClock()
        let scene = ListenerScene(clock: clock) { _ in
            [.timer("tick", every: .seconds(5), on: own) { .heard("\($0)") }]
        }
        await own.sleeper(until: .seconds(5))
        #expect(clock.base.deadlines.isEmpty)
        own.advance(to: .seconds(5))
        await scene.hears(1)
        #expect(scene.heard == ["1"])
    }

    // The tick is late, as after a time in which the clock was suspended.
    @Test func `a late tick replaces all missed ticks`() async {
        let scene = timers("tick")
        await sleeper(at: 10)
        clock.base.advance(to: .seconds(3_605))
        await sleeper(at: 3_610)
        #expect(scene.heard == ["tick 1"])
        #expect(clock.lengths == [.seconds(10), .seconds(5)])
    }

    @Test func `a tick that is missed while the main actor is busy comes at once, and the grid stays`() async {
        let scene = timers("tick")
        scene.controller?.onAction = { [clock] action in
            if action == .heard("tick 1") { clock.base.advance(to: .seconds(35)) }
        }
        await sleeper(at: 10)
        clock.base.advance(to: .seconds(10))
        await sleeper(at: 40)
        #expect(scene.heard == ["tick 1", "tick 2"])
        #expect(clock.lengths == [.seconds(10), .zero, .seconds(5)])
    }

    @Test func `a tick that is due at this very moment comes at once`() async {
        let scene = timers("tick")
        scene.controller?.onAction = { [clock] action in
            if action == .heard("tick 1") { clock.base.advance(to: .seconds(20)) }
        }
        await sleeper(at: 10)
        clock.base.advance(to: .seconds(10))
        await sleeper(at: 30)
        #expect(scene.heard == ["tick 1", "tick 2"])
    }

    // The clock jumps backwards.
    @Test func `a clock that is set back while a timer sleeps makes nothing fire early`() async {
        let scene = timers("tick")
        await sleeper(at: 10)
        clock.base.advance(to: .seconds(9))
        clock.base.jump(backTo: .zero)
        clock.base.advance(to: .seconds(9))
        #expect(clock.base.deadlines == [.seconds(10)])
        clock.base.advance(to: .seconds(10))
        await scene.hears(1)
        #expect(scene.heard == ["tick 1"])
    }

    @Test func `after a clock was set far back the next tick comes after one interval`() async {
        let scene = timers("tick")
        scene.controller?.onAction = { [clock] action in
            if action == .heard("tick 2") { clock.base.jump(backTo: .seconds(3)) }
        }
        await sleeper(at: 10)
        clock.base.advance(to: .seconds(10))
        await sleeper(at: 20)
        clock.base.advance(to: .seconds(20))
        await sleeper(at: 13)
        #expect(scene.heard == ["tick 1", "tick 2"])
        #expect(clock.lengths.allSatisfy { $0 == .seconds(10) })
    }

    @Test func `after a clock was set back a little the grid stays`() async {
        let scene = timers("tick")
        scene.controller?.onAction = { [clock] action in
            if action == .heard("tick 1") { clock.base.jump(backTo: .seconds(7)) }
        }
        await sleeper(at: 10)
        clock.base.advance(to: .seconds(10))
        await sleeper(at: 20)
        #expect(scene.heard == ["tick 1"])
        #expect(clock.lengths == [.seconds(10), .seconds(13)])
    }

    @Test func `an interval of zero or less counts as a millisecond`() async {
        let scene = timers("tick", every: .seconds(-1))
        await clock.base.sleeper(until: .milliseconds(1))
        clock.base.advance(to: .milliseconds(1))
        await clock.base.sleeper(until: .milliseconds(2))
        #expect(scene.heard == ["tick 1"])
    }

    @Test func `a timer that is switched off and on begins anew`() async {
        let scene = timers("tick")
        await sleeper(at: 10)
        clock.base.advance(to: .seconds(10))
        await sleeper(at: 20)
        clock.base.advance(to: .seconds(14))
        scene.want()
        #expect(clock.base.deadlines.isEmpty)
        scene.want("tick")
        await sleeper(at: 24)
        clock.base.advance(to: .seconds(24))
        await scene.hears(2)
        #expect(scene.heard == ["tick 1", "tick 1"])
    }

    @Test(arguments: [true, false])
    func `a timer whose clock throws an error ends, and the error is reported`(isCancellation: Bool) async {
        let reports = ReportLog()
        let isReported = Gate()
        let reporter = DiagnosticReporter { [log = reports.reporter] report in
            log.report(report)
            isReported.open()
        }
        let store = SampleStore()
        let scene = SceneRuntime<Sample>(
            controller: SampleController(interactor: SampleInteractor(store: store), store: store), store: store,
            diagnostics: reporter)
        let broken = BrokenClock(error: isCancellation ? CancellationError() : BrokenClock.Broken())
        scene.sources { _ in [.timer("tick", every: .seconds(5), on: broken) { _ in .mutate(.add(1)) }] }
        await isReported.pass()
        #expect(scene.state.count == 0)
        #expect(reports.all.map(\.isMisuse) == [true])
        #expect(reports.all.first?.description.contains("The clock of the timer tick threw an error") == true)
        #expect(reports.all.first?.callSite?.description.contains("TimerTests.swift") == true)
    }

    @Test func `the timers of a stopped scene stop`() async {
        let scene = timers("slow", "fast")
        await sleeper(at: 10)
        scene.runtime?.stop()
        #expect(clock.base.deadlines.isEmpty)
        clock.base.advance(to: .seconds(100))
        await mainActorJobsBehind()
        #expect(scene.heard.isEmpty)
    }

    @Test func `two timers tick beside each other`() async {
        let scene = ListenerScene(clock: clock) { _ in
            [
                .timer("slow", every: .seconds(10)) { .heard("slow \($0)") },
                .timer("fast", every: .seconds(4)) { .heard("fast \($0)") },
            ]
        }
        await sleeper(at: 10)
        for time in [4, 8] {
            await sleeper(at: time)
            clock.base.advance(to: .seconds(time))
        }
        await sleeper(at: 12)
        clock.base.advance(to: .seconds(10))
        await sleeper(at: 20)
        #expect(scene.heard == ["fast 1", "fast 2", "slow 1"])
    }
}

/// A clock that cannot sleep.
private struct BrokenClock: Clock {
    struct Broken: Error {}

    let error: any Error
    var now: TestClock.Instant { TestClock.Instant(offset: .zero) }
    var minimumResolution: Duration { .nanoseconds(1) }

    nonisolated(nonsending) func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        throw error
    }
}

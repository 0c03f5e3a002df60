import CIS
import CISTesting
import TestSupport
import Testing

/// How long the watchdog waits.
extension `Hangs` {
    @Test func `a scenario in which nothing happens is ended after twenty seconds, and not before`() async {
        let watchdog = Watchdog()
        let (hasBegun, gate) = (Gate(), Gate())
        let found = LockedValue<[TestFailure]>([])
        let sink = TestFailure.Sink { failure in found.withLock { $0.append(failure) } }
        await TestFailure.$sink.withValue(sink) {
            await Watchdog.$current.withValue(watchdog) {
                let scenario = Task {
                    await given(ScriptedFixture(), .init()) { _ in
                        await hasBegun.pass()
                        await gate.pass()
                    }
                }
                await hasBegun.reached()
                for _ in 0..<19 { watchdog.tick() }
                #expect(found.withLock { $0.isEmpty })
                watchdog.tick()
                #expect(found.withLock { $0.count } == 1)
                hasBegun.open()
                gate.open()
                await scenario.value
            }
        }
    }

    @Test func `a wait that begins after the watchdog has ended another one ends, too`() async {
        let watchdog = Watchdog()
        let (gate, isOver) = (Gate(), LockedValue(false))
        let found = await failures {
            await Watchdog.$current.withValue(watchdog) {
                Task {
                    await given(ScriptedFixture(), .init()) { test in
                        await gate.pass()
                        await test.call.called()
                    }
                    isOver.withLock { $0 = true }
                }
                await gate.reached()
                for _ in 0..<20 { watchdog.tick() }
                gate.open()
                while !isOver.withLock({ $0 }) {
                    await mainActorJobsBehind()
                    watchdog.tick()
                }
            }
        }
        #expect(found.count == 1)
    }
}

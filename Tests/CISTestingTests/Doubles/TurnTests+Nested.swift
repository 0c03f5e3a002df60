import CIS
import CISTesting
import TestSupport
import Testing

/// Turns of actions that are executed by others.
extension TurnTests {
    // No time passes for this watchdog, so it lets nobody pass.
    @Test func `an action that is executed within another has its turn before it`() async {
        await Watchdog.$current.withValue(Watchdog()) {
            await given(ScriptedFixture(), .init()) { test in
                let outer = test.scene.execute(
                    .init("outer") { [call = test.call] tools in
                        await tools.scene?.execute(.init("inner") { $0.log(await call("inner")) }).value
                        tools.log(await call("outer"))
                    })
                for _ in 1...10 { await mainActorJobsBehind() }
                #expect(test.state.log == ["inner!", "outer!"])
                for _ in 1...2 { Watchdog.current.tick() }
                await outer.value
            }
        }
    }
}

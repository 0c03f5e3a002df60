import CIS
import CISTesting
import TestSupport
import Testing

/// Calls of actions that are executed by others.
extension `Stubs: order of calls` {
    // No time passes for this watchdog, so it lets nobody pass before it is told to. The stub is called from the main
    // actor: an action that is first is answered before it suspends.
    @Test func `an action that is executed within another comes before it`() async {
        await Watchdog.$current.withValue(Watchdog()) {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(
                    .init("outer") { [call = test.call] tools in
                        let inner = tools.scene?.execute(.init("inner") { $0.log(await call("inner")) })
                        await mainActorJobsBehind()
                        #expect(tools.scene?.state.log == ["inner!"])
                        for _ in 1...2 { Watchdog.current.tick() }
                        await inner?.value
                    })
            }
        }
    }
}

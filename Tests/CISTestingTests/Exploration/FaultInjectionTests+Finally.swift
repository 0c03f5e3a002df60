import CIS
import CISTesting
import Testing

/// What holds at the end of a run with a fault in which the scenario has given up.
extension `Exploration: cancellations and faults` {
    private struct Unfinished: Error {}

    @Test func `a scenario that throws in a run with a fault is checked at its end`() async {
        let found = await failures {
            await explore(ScriptedFixture(), .init(), injecting: .faults) { test in
                test.finally("no spinner") { !$0.isTicking }
                await test.when(
                    .init("load") { tools in
                        tools.store.execute(.setTicking(true))
                        guard (try? await tools.tryCall("load")) != nil else { return }
                        tools.store.execute(.setTicking(false))
                        tools.log("loaded")
                    })
                guard test.state.log == ["loaded"] else { throw Unfinished() }
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("This does not hold at the end: no spinner. The state:") == true)
    }
}

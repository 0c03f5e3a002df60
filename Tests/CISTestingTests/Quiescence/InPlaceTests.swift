import CIS
import CISTesting
import TestSupport
import Testing

/// Tracking does not change how actions run: G1 holds in tests, too.
@MainActor
@Suite struct `Actions in tests start in place` {
    @Test(.requiresStartInPlace)
    func `an action that starts in place runs up to its first suspension before execute returns`() async {
        await given(ScriptedFixture(), .init()) { test in
            test.scene.execute(
                .init("starts") { tools in
                    tools.log("started")
                    await tools.hop(2, then: "end")
                })
            #expect(test.state.log == ["started"])
            await test.settle()
            #expect(test.state.log == ["started", "end"])
        }
    }

    @Test(.warningsExpected, .requiresStartInPlace) func `an action starts in place in an exploration, too`() async {
        await explore(ScriptedFixture(), .init(), seeds: 1) { test in
            test.scene.execute(
                .init("starts") { tools in
                    tools.log("started")
                    tools.log(await tools.call("end"))
                })
            test.then(\.log == ["started"])
            await test.settle()
            test.then(\.log == ["started", "end!"])
        }
    }

    @Test func `an action that executes and runs others does not suspend`() async {
        await given(ScriptedFixture(), .init()) { test in
            test.scene.execute(
                .init("outer") { tools in
                    tools.log("1")
                    await tools.scene?.run(.init("inner") { $0.log("inner") })
                    tools.log("2")
                })
            await test.settle()
            #expect(test.state.log == ["1", "inner", "2"])
        }
    }
}

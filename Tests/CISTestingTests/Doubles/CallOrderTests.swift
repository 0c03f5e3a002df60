import CIS
import CISTesting
import TestSupport
import Testing

/// Calls of actions that run at the same time arrive one after the other, in a deterministic order.
@MainActor
@Suite struct `Stubs: order of calls` {
    private func actions(_ words: [String]) -> [ScriptedScene.Action] {
        words.map { word in
            ScriptedScene.Action(word) { tools in
                for number in 1...2 { tools.log(await tools.call("\(word)\(number)")) }
            }
        }
    }

    @Test func `concurrent doubles were called in random order`() async {
        let busy = BusyThreads(repetitions(2, atLeast: 0))
        for _ in 0..<repetitions(10_000) {
            await given(ScriptedFixture(), .init()) { test in
                test.call.always(.wait)
                let all = actions(["a", "b", "c"])
                await test.when(concurrently: all[0], all[1], all[2])
                #expect(test.call.held == ["a1", "b1", "c1"])
                // The calls are released in another order, and without a pause.
                test.call.release(.value("c")) { $0 == "c1" }
                test.call.release(.value("a"))
                test.call.release(.value("b"))
                await test.settle()
                #expect(test.state.log == ["c", "a", "b"])
                #expect(test.call.calls == ["a1", "b1", "c1", "c2", "a2", "b2"])
            }
        }
        busy.stop()
    }

    @Test func `answers are given in the order of the actions, also to parallel branches`() async {
        for _ in 0..<repetitions(2_000) {
            await given(ScriptedFixture(), .init()) { test in
                test.call.answers(.value("1"), .value("2"), .value("3"), .value("4"))
                let all = actions(["a", "b"])
                await test.when(concurrently: all[0], all[1])
                #expect(test.state.log == ["1", "2", "3", "4"])
                #expect(test.call.calls == ["a1", "a2", "b1", "b2"])
                test.call.always(.wait)
                await test.when(
                    .init("branches") { tools in
                        let call = tools.call
                        _ = await inParallel(["x", "y", "z"]) { word in
                            if word == "x" { for number in 0..<30 { _ = await elsewhere(number) } }
                            return await call(word)
                        }
                    })
                #expect(test.call.held == ["x", "y", "z"])
            }
        }
    }

    @Test func `an action that awaits the task of another that it executes does not block it`() async {
        for _ in 0..<repetitions(1_000) {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(
                    .init("outer") { tools in
                        await tools.scene?.execute(.init("inner") { $0.log(await $0.call("inner")) }).value
                        tools.log(await tools.call("outer"))
                    })
                #expect(test.state.log == ["inner!", "outer!"])
            }
        }
    }

    @Test func `a call that waits behind an untracked wait continues when nothing happens`() async {
        let watchdog = Watchdog()
        let gate = Gate()
        await Watchdog.$current.withValue(watchdog) {
            await given(ScriptedFixture(), .init()) { test in
                let first = test.scene.execute(.init("first") { _ in await gate.pass() })
                await gate.reached()
                // Calls the stub from the main actor. The call waits until it is first before `execute` returns.
                let second = test.scene.execute(.init("second") { [call = test.call] in $0.log(await call("second")) })
                await startsOfActions()
                watchdog.tick()
                watchdog.tick()
                await second.value
                #expect(test.state.log == ["second!"])
                gate.open()
                await first.value
            }
        }
    }

    @Test func `a release that fits no call fails, and lists those that wait`() async {
        var line: UInt = 0
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                test.call.always(.wait)
                await test.when(concurrently: actions(["a"])[0], actions(["b"])[0])
                line = #line + 1
                test.call.release(.value("x")) { $0 == "c1" }
            }
        }
        #expect(found.map(\.place.line) == [line])
        #expect(
            found.first?.message.hasPrefix("No waiting call of call(_:) matches. Waiting:\n  \"a1\"\n  \"b1\"") == true)
    }
}

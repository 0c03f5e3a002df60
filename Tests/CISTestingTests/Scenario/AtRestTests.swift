import CIS
import CISTesting
import Testing

/// Conditions that hold whenever nothing runs and nothing waits.
@MainActor
@Suite struct `Scenarios: at rest` {
    private static let begin = ScriptedScene.Action("begins") { $0.store.execute(.setTicking(true)) }
    private static let end = ScriptedScene.Action("ends") { $0.store.execute(.setTicking(false)) }
    private static let load = ScriptedScene.Action("loads") { tools in
        tools.store.execute(.setTicking(true))
        _ = await tools.call("load")
        tools.store.execute(.setTicking(false))
    }

    private func failing(
        _ body: @escaping @MainActor (SceneTest<ScriptedFixture>) async -> Void
    ) async -> [TestFailure] {
        await failures {
            await given(ScriptedFixture(), .init()) { test in
                test.atRest("no spinner") { !$0.isTicking }
                await body(test)
            }
        }
    }

    @Test func `it is checked after each action of a when, once`() async {
        let found = await failing { test in
            await test.when(Self.begin, Self.end)
            await test.when(Self.begin)
            await test.when(Self.end)
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("This does not hold at rest: no spinner. The state:\n") == true)
        #expect(found.first?.message.contains("isTicking: true") == true)
    }

    @Test func `it is checked after settle`() async {
        let found = await failing { test in
            test.scene.execute(Self.begin)
            await test.settle()
            await test.when(Self.end)
        }
        #expect(found.count == 1)
    }

    @Test func `it is checked after advance, and an action that is held back does not prevent it`() async {
        let found = await failing { test in
            await test.when(
                .init("begins later", policy: .latest.debounced(for: .seconds(1))) {
                    $0.store.execute(.setTicking(true))
                },
                .init("is held back", policy: .serial.group("other").debounced(for: .seconds(9))))
            await test.clock.advance(by: .seconds(1))
            await test.when(Self.end)
        }
        #expect(found.count == 1)
    }

    @Test func `it is checked at the end`() async {
        let found = await failing { test in await test.scene.execute(Self.begin).value }
        #expect(found.count == 1)
    }

    @Test func `an action that waits is no rest`() async {
        let found = await failing { test in
            test.call.answers(.wait)
            await test.when(Self.load)
            test.then(\.isTicking == true)
            test.call.release(.value("loaded"))
            await test.settle()
        }
        #expect(found.map(\.message) == [])
    }

    @Test(.warningsExpected) func `it finds in an exploration with faults what a later action hides`() async {
        let found = await failures {
            await explore(ScriptedFixture(), .init(), injecting: .cancellations) { test in
                test.atRest("no spinner") { !$0.isTicking }
                await test.when(Self.load)
                await test.when(Self.load)
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("This does not hold at rest: no spinner.") == true)
    }
}

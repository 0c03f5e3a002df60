import CIS
import CISTesting
import Testing

/// Actions that start in order, and do not wait for each other.
@MainActor
@Suite struct `Actions in order` {
    private static func asks(_ name: String) -> ScriptedScene.Action {
        ScriptedScene.Action(name) { $0.log("\(name): \(await $0.call(name))") }
    }

    @Test func `actions start in order, and can be answered in any order`() async {
        await given(ScriptedFixture(), .init()) { test in
            test.call.always(.wait)
            await test.when("three taps", inOrder: Self.asks("a"), Self.asks("b"), Self.asks("c"))
            #expect(test.call.held == ["a", "b", "c"])
            for name in ["c", "a", "b"] {
                test.call.release(.value("!")) { $0 == name }
                await test.settle()
            }
            test.then(\.log == ["c: !", "a: !", "b: !"])
        }
    }

    @Test func `none of the actions waits until nothing can run any more`() async {
        await given(ScriptedFixture(), .init()) { test in
            let what = await test.when(inOrder: .init("a") { await $0.hop(5, then: "a") }, .init("b") { $0.log("b") })
            #expect(test.state.log == ["b", "a"])
            #expect(what.actions.map(\.name) == ["a", "b"])
        }
    }

    @Test func `in an exploration actions in order start in order, and are answered in every order`() async {
        var starts: Set<[String]> = []
        var ends: Set<[String]> = []
        await explore(ScriptedFixture(), .init(), seeds: 200) { test in
            let what = await test.when(inOrder: Self.asks("a"), Self.asks("b"), Self.asks("c"))
            starts.insert(what.actions.map(\.name))
            ends.insert(test.state.log)
        }
        #expect(starts == [["a", "b", "c"]])
        #expect(ends.count == 6)
    }
}

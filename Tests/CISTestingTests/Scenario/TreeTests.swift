import CIS
import CISTesting
import Testing

/// Scenarios of a scene and its children.
@MainActor
@Suite struct `Trees of scenes` {
    @Test func `actions and checks name a child by its place`() async {
        await given("a child", ScriptedFixture(), .init()) { test in
            await test.when("it opens", .init("open") { $0.store.execute(.setOpen(true)) })
            let what = await test.when(
                "it speaks", in: .child(of: \.child, as: ScriptedScene.self),
                .init("speak") { tools in
                    tools.log("mine")
                    tools.outputs.send(.said("hello"))
                })
            test.then("it has said so", in: .child(of: \.child, as: ScriptedScene.self), \.log == ["mine"])
            test.then("the parent has heard", \.log == ["heard hello"])
            #expect(what.actions.map(\.name) == ["speak"])
            #expect(what.in(ScriptedScene.self).actions.map(\.name) == ["speak", "heard"])
            #expect(what.outputs == [.said("hello")])
            #expect(what.in(Album.self).mutations == [])
            #expect(test.child(of: \.child, as: ScriptedScene.self)?.state.log == ["mine"])
        }
    }

    @Test func `actions in order start when nothing can run any more after the one before, concurrent ones at once`()
        async
    {
        await given(ScriptedFixture(), .init()) { test in
            await test.when(
                .init("a") { await $0.hop(5, then: "a") },
                .init("b") { tools in tools.log("b") })
            #expect(test.state.log == ["a", "b"])
        }
        await given(ScriptedFixture(), .init()) { test in
            await test.when(
                concurrently: .init("a") { await $0.hop(5, then: "a") },
                .init("b") { tools in tools.log("b") })
            #expect(test.state.log == ["b", "a"])
        }
    }

    @Test func `effects are available by kind`() async {
        await given(AlbumFixture(), .holding(5)) { test in
            let what = await test.when(.picked("a"))
            #expect(what.actions == [.picked("a")])
            #expect(what.useCases == [.attach("a")])
            #expect(what.mutations == [.refused])
            #expect(what.sideEffects == [.refused])
            #expect(what.states.map(\.message) == ["five at most"])
            #expect(what.outputs == [])
            #expect(what.drops.isEmpty)
        }
    }
}

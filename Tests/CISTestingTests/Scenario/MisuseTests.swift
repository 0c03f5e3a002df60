import CIS
import CISTesting
import Testing

/// A programmer error that a scene reports fails the scenario, at the line of the error.
@MainActor
@Suite struct `Misuse in scenarios` {
    private func expectMisuse(
        _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @MainActor (SceneTest<ScriptedFixture>) async -> Void
    ) async {
        let found = await failures { await given(ScriptedFixture(), .init()) { test in await body(test) } }
        #expect(found.count == 1, sourceLocation: sourceLocation)
        #expect(found.first?.message.contains(text) == true, sourceLocation: sourceLocation)
        #expect(found.first?.place.fileID.description.hasSuffix("/MisuseTests.swift") == true)
    }

    @Test func `observers and actions that call each other without end`() async {
        await expectMisuse("Observers and actions call each other without end") { test in
            let token = test.scene.observe(\.domainState.count) { [weak scene = test.scene] _ in
                scene?.execute(.init("again") { $0.store.execute(.counted) })
            }
            await test.settle()
            token.cancel()
        }
    }

    /// A second tap on a control whose scene has just ended is nobody's mistake.
    @Test func `an action after the scene was stopped does not fail the scenario`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                test.scene.stop()
                await test.when(ScriptedScene.Action("late") { $0.store.execute(.counted) })
                test.then("nothing is counted", \.domainState.count == 0)
            }
        }
        #expect(found.isEmpty)
    }

    @Test func `a mutation of code that outlives its action`() async {
        #if DEBUG
        await expectMisuse("A mutation was executed by code that outlived its action") { test in
            let gate = Gate()
            let escaped = LockedValue<Task<Void, Never>?>(nil)
            await test.when(
                .init("escapes") { tools in
                    let task = Task {
                        await gate.pass()
                        tools.log("late")
                    }
                    escaped.withLock { $0 = task }
                })
            gate.open()
            await escaped.withLock { $0 }?.value
        }
        #endif
    }

    @Test func `a mutation after the scene was stopped`() async {
        await expectMisuse("A mutation was dropped: the scene was stopped.") { test in
            let tools = LockedValue<ScriptedScene.Tools?>(nil)
            await test.when(.init("keeps") { mine in tools.withLock { $0 = mine } })
            test.scene.stop()
            tools.withLock { $0 }?.store.execute(.counted)
        }
    }

    @Test func `cancelled or replaced work is no misuse`() async {
        await given(ScriptedFixture(), .init()) { test in
            test.tryCall.always(.wait)
            let what = await test.when(
                concurrently: .init("1", policy: .first) { _ = try? await $0.tryCall("held") },
                .init("2", policy: .first))
            #expect(what.drops.map(\.reason) == [.busy])
            #expect(what.drops.map { "\($0.value)" } == ["2"])
        }
    }
}

import CIS
import CISTesting
import TestSupport
import Testing

/// `when`, `settle` and `advance` return when nothing can run, and never before. All effects of an action are visible
/// when they return, however often the test is repeated, and whatever the number of threads.
@MainActor
@Suite struct `Quiescence` {
    /// Runs a scenario many times, and checks its final log.
    private func expectLog(
        _ expected: [String], repeating count: Int = 500, sorted: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation,
        of body: @MainActor (SceneTest<ScriptedFixture>) async -> Void
    ) async {
        for _ in 0..<repetitions(count) {
            await given(ScriptedFixture(), .init()) { test in
                await body(test)
                let log = sorted ? test.state.log.sorted() : test.state.log
                #expect(log == expected, sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `a chain of many hops between actors is waited for`() async {
        await expectLog(["end"], repeating: 5_000) { test in
            await test.when(.init("hops") { await $0.hop(7, then: "end") })
        }
    }

    @Test func `many actions at once are waited for`() async {
        await expectLog(Array(repeating: "end", count: 20)) { test in
            for _ in 0..<20 { test.scene.execute(.init("hops") { await $0.hop(5, then: "end") }) }
            await test.settle()
        }
    }

    @Test func `detached work that an action awaits is waited for`() async {
        await expectLog(["end"], repeating: 1_000) { test in
            await test.when(
                .init("detached") { tools in
                    _ = await Task.detached { await elsewhere(await elsewhere(1)) }.value
                    tools.log("end")
                })
        }
    }

    @Test func `work in child tasks that an action makes itself is waited for`() async {
        await expectLog(["a! b!", "a! b!"], repeating: 1_000) { test in
            await test.when(
                .init("async let") { tools in
                    async let a = tools.call("a")
                    async let b = tools.call("b")
                    tools.log("\(await a) \(await b)")
                },
                .init("task group") { tools in
                    let call = tools.call
                    let answers = await withTaskGroup(of: String.self) { group in
                        for name in ["a", "b"] { group.addTask { await call(name) } }
                        var answers: [String] = []
                        for await answer in group { answers.append(answer) }
                        return answers
                    }
                    tools.log(answers.sorted().joined(separator: " "))
                })
        }
    }

    @Test func `actions that an observer executes start later, and are waited for`() async {
        await expectLog(["first", "second"], repeating: 1_000) { test in
            let token = test.scene.observe(\.domainState.count) { [weak scene = test.scene] count in
                if count == 1 { scene?.execute(.init("second") { await $0.hop(3, then: "second") }) }
            }
            await test.when(
                .init("first") { tools in
                    tools.log("first")
                    tools.store.execute(.counted)
                })
            token.cancel()
        }
    }

    @Test func `posted actions are waited for, from whatever thread they come`() async {
        await expectLog(["end", "end"], repeating: 1_000) { test in
            await test.when(
                .init("posts") { tools in
                    guard let scene = tools.scene else { return }
                    await postElsewhere(.init("posted") { await $0.hop(3, then: "end") }, to: scene)
                    scene.post(.init("posted") { await $0.hop(3, then: "end") })
                })
        }
    }

    @Test func `an action that runs another one is waited for to its end`() async {
        await expectLog(["inner", "outer"], repeating: 1_000) { test in
            await test.when(
                .init("outer") { tools in
                    await tools.scene?.run(.init("inner") { await $0.hop(4, then: "inner") })
                    await tools.hop(4, then: "outer")
                })
        }
    }

    @Test func `an action that runs a held action waits, and continues with it`() async {
        await expectLog(["inner a", "outer"], repeating: 500) { test in
            test.call.always(.wait)
            await test.when(
                .init("outer") { tools in
                    await tools.scene?.run(.init("inner") { $0.log("inner \(await $0.call("a"))") })
                    await tools.hop(3, then: "outer")
                })
            #expect(test.state.log == [])
            test.call.release(.compute { $0 })
            await test.settle()
        }
    }

    @Test func `actions under the policies are waited for, one after the other`() async {
        await expectLog(["1", "2", "3", "4"], repeating: 500) { test in
            for number in 1...4 {
                test.scene.execute(.init("\(number)", policy: .serial) { await $0.hop(3, then: "\(number)") })
            }
            await test.settle()
        }
        await expectLog(["1", "2", "3", "4", "5"], repeating: 500, sorted: true) { test in
            for number in 1...5 {
                test.scene.execute(.init("\(number)", policy: .limited(2)) { await $0.hop(3, then: "\(number)") })
            }
            await test.settle()
        }
        await expectLog(["last"], repeating: 500) { test in
            test.scene.execute(.init("replaced", policy: .latest) { await $0.hop(5, then: "never") })
            test.scene.execute(.init("newest", policy: .latest) { await $0.hop(5, then: "last") })
            await test.settle()
        }
    }

    @Test func `a serial action that waits stays behind one that is held`() async {
        await expectLog(["a", "b"], repeating: 500) { test in
            test.call.always(.wait)
            await test.when(
                concurrently: .init("a", policy: .serial) { $0.log(await $0.call("a")) },
                .init("b", policy: .serial) { $0.log(await $0.call("b")) })
            #expect(test.call.held == ["a"])
            test.call.release(.compute { $0 })
            await test.settle()
            #expect(test.call.held == ["b"])
            test.call.release(.compute { $0 })
            await test.settle()
        }
    }

    @Test func `a waiting action that is cancelled is waited for`() async {
        await expectLog(["a"], repeating: 500) { test in
            test.call.always(.wait)
            test.scene.execute(.init("a", policy: .serial) { $0.log(await $0.call("a")) })
            let second = test.scene.execute(.init("b", policy: .serial) { $0.log(await $0.call("b")) })
            await test.settle()
            second.cancel()
            await test.settle()
            test.call.release(.compute { $0 })
            await test.settle()
            #expect(test.call.calls == ["a"])
        }
    }

    @Test func `settle waits for children and their outputs`() async {
        await expectLog(["heard hello"], repeating: 500) { test in
            await test.when(.init("open") { $0.store.execute(.setOpen(true)) })
            await test.when(
                in: .child(of: \.child, as: ScriptedScene.self),
                .init("speak") { tools in
                    _ = await elsewhere(await elsewhere(1))
                    tools.outputs.send(.said("hello"))
                })
        }
    }

    @Test func `work of a child that is dismissed is waited for`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(.init("open") { $0.store.execute(.setOpen(true)) })
                let child = test.scene.children.first as? SceneRuntime<ScriptedScene>
                test.tryCall.always(.wait)
                let ended = LockedValue(false)
                child?.execute(
                    .init("waits") { tools in
                        _ = try? await tools.tryCall("held")
                        _ = await elsewhere(await elsewhere(1))
                        ended.withLock { $0 = true }
                    })
                await test.settle()
                await test.when(.init("close") { $0.store.execute(.setOpen(false)) })
                #expect(ended.withLock { $0 })
            }
        }
    }

    @Test func `settle waits for observers that are called once per turn`() async {
        await expectLog(["turn", "turn"], repeating: 1_000) { test in
            let token = test.scene.observe(\.domainState.count, delivery: .oncePerTurn) {
                [weak scene = test.scene] count in
                scene?.execute(.init("turn") { await $0.hop(2, then: "turn") })
            }
            await test.settle()
            await test.when(.init("count") { $0.store.execute(.counted) })
            token.cancel()
        }
    }
}

@concurrent
private func postElsewhere(_ action: ScriptedScene.Action, to scene: SceneRuntime<ScriptedScene>) async {
    scene.post(action)
}

import CIS
import CISTesting
import Foundation
import Testing

/// Results to which the actions lead one after the other only if an order without a switch is read generously.
extension `Exploration: stale writes` {
    @Test func `a stale write without a switch is told with its own run, before which nothing is proven`() async {
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init()) { test in
                test.tryCall.always(.wait)
                // Only one order of the two reads anything, and not the last one.
                await test.when(
                    concurrently: .init("save") { tools in
                        guard tools.scene?.state.log.isEmpty == true else { return }
                        let count = tools.store.domainState.count
                        _ = try? await tools.tryCall("save")
                        tools.store.execute(.setCount(count + 1))
                    },
                    .init("log") { $0.log("first") })
                await test.when(.init("edit") { $0.store.execute(.setCount(5)) })
                if !test.tryCall.held.isEmpty { test.tryCall.release(.value("saved")) }
                await test.when(
                    concurrently: .init("a") { _ = await $0.call("a") }, .init("b") { _ = await $0.call("b") })
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("A stale write: setCount(1)") == true)
        #expect(result.summary == "Failed in run 1, with 0 switches.")
    }

    @Test func `a check that fails is told instead of a stale write that a later order may excuse`() async {
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init()) { test in
                test.tryCall.always(.wait)
                await test.when(concurrently: .init("a") { $0.log("a") }, .init("b") { $0.log("b") })
                await test.when(
                    concurrently: .init("save") { tools in
                        guard tools.scene?.state.log.count == 2, tools.store.domainState.count == 0 else { return }
                        _ = try? await tools.tryCall("save")
                        tools.store.execute(.setCount(1))
                    },
                    .init("log") { $0.log("c") })
                await test.when(.init("edit") { $0.store.execute(.setCount(1)) })
                if !test.tryCall.held.isEmpty { test.tryCall.release(.value("saved")) }
                await test.settle()
                test.expect("a is first", test.state.log.first == "a")
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("This does not hold: a is first") == true)
        #expect(result.failingSeed == 2)
    }

    @Test(arguments: [false, true])
    func `lists that two pushes ask for are none, also if asking fails`(fails: Bool) async {
        let result = await explore(ScriptedFixture(listens: true), .init(), injecting: fails ? .faults : []) { test in
            let refresh = ScriptedScene.Action("refresh") { tools in
                guard tools.store.domainState.numbers["isOut"] == nil else { return }
                let list = try? await tools.tryCall("list")
                tools.change("loaded") { $0.lists["rows"] = list.map { [$0] } ?? [] }
            }
            let token = test.scene.observe(\.log.count) { [weak scene = test.scene] count in
                if count > 0 { scene?.execute(refresh) }
            }
            await test.settle()
            test.feed.send("a")
            test.feed.send("b")
            await test.settle()
            token.cancel()
        }
        #expect(result.failingSeed == nil)
        #expect(!result.summary.contains("Failed"), "\(result.summary)")
    }

    @Test func `what two actions write when they have slept at the same time is none`() async {
        let remind = { @MainActor (name: String) in
            ScriptedScene.Action(name) { tools in
                try? await tools.clock.sleep(for: .seconds(1))
                guard tools.store.domainState.numbers["isOff"] == nil else { return }
                _ = await tools.call(name)
                tools.store.execute(.setCount(Int(tools.clock.now.offset.components.seconds)))
            }
        }
        let result = await explore(ScriptedFixture(), .init()) { test in
            await test.when(concurrently: remind("a"), remind("b"))
        }
        #expect(result.failingSeed == nil)
    }

    @Test func `the time that two savings write after one pause is none`() async {
        let save = { @MainActor (field: String) in
            ScriptedScene.Action(field, policy: .concurrent.group(field).debounced(for: .milliseconds(300))) { tools in
                guard tools.store.domainState.numbers["isOff"] == nil else { return }
                _ = await tools.call(field)
                let now = tools.clock.now.offset
                tools.change("saved") { state in
                    state.times["saved"] = now
                    state.dates["saved"] = Date(timeIntervalSinceReferenceDate: now / Duration.seconds(1))
                }
            }
        }
        let result = await explore(ScriptedFixture(), .init()) { test in
            await test.when(concurrently: save("title"), save("text"))
        }
        #expect(result.failingSeed == nil)
    }

    @Test func `a lost update of a duration is one`() async {
        let found = await failures {
            await explore(ScriptedFixture(), .init()) { test in
                let extend = ScriptedScene.Action("extend") { tools in
                    let total = tools.store.domainState.times["total", default: .zero]
                    _ = await tools.call("extend")
                    tools.change("extended") { $0.times["total"] = total + .seconds(60) }
                }
                await test.when(concurrently: extend, extend)
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("A stale write: ") == true)
    }

    @Test func `what an action writes after its branches is none, although it ends what they have begun`() async {
        let result = await explore(ScriptedFixture(), .init()) { test in
            await test.when(
                .init("upload") { tools in
                    guard tools.store.domainState.numbers["progress"] == nil else { return }
                    let call = tools.call
                    let keys = await inParallel(["a", "b"]) { name in
                        let key = await call(name)
                        await tools.change("progress") { $0.numbers["progress", default: 0] += 1 }
                        return key
                    }
                    tools.change("uploaded") { ($0.lists["keys"], $0.numbers["progress"]) = (keys, nil) }
                })
            test.expect("both are there", test.state.domainState.lists["keys"] == ["a!", "b!"])
        }
        #expect(result.failingSeed == nil)
    }

    @Test func `what an observer writes because of an action's own mutation is the action's own for it`() async {
        let result = await explore(ScriptedFixture(), .init()) { test in
            await test.when(
                concurrently: .init("save") { tools in
                    let store = tools.store
                    guard store.domainState.count == 0 else { return }
                    let token = tools.scene?.observe(\.log.count) { count in
                        if count > 0 { store.execute(.setCount(count)) }
                    }
                    tools.log("typed")
                    _ = await tools.call("save")
                    token?.cancel()
                    store.execute(.setCount(0))
                },
                .init("other"))
        }
        #expect(result.failingSeed == nil)
    }

    @Test func `a mutation without a value that changes nothing is none, whatever else its action has read`() async {
        let clear = ScriptedScene.Action("clear") { tools in
            guard tools.store.domainState.count != 0 else { return }
            _ = await tools.call("clear")
            tools.store.execute(.cleared)
        }
        let result = await explore(ScriptedFixture(), .init()) { test in
            await test.when(.init("edit") { $0.store.execute(.setCount(1)) })
            await test.when(.init("clear twice") { tools in for _ in 0..<2 { tools.scene?.execute(clear) } })
        }
        #expect(result.failingSeed == nil)
    }
}

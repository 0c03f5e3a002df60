import CIS
import CISTesting
import Testing

/// Changes that are taken back, and writes that follow each other.
extension `Exploration: stale writes` {
    @Test func `what an action has changed itself since its reading is never named as the change that it missed`() async
    {
        let traces = await explore(ScriptedFixture(), .init(), keepsTraces: true) { test in
            await test.when(
                concurrently: .init("writer") { tools in
                    _ = tools.store.domainState
                    _ = await tools.call("a")
                    tools.change("one") { $0.lists["x"] = ["1"] }
                    tools.change("two") { $0.lists["x"] = ["2"] }
                },
                .init("other") { $0.change("number") { $0.numbers["n"] = 1 } })
        }.traces.values
        let missed = traces.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("  changed by ") }
        #expect(!missed.isEmpty)
        #expect(missed.allSatisfy { $0.contains("\"other\"") && !$0.contains("\"writer\"") })
    }

    @Test func `a change between two writes that was taken back again makes the second write no stale one`() async {
        let found = await failures {
            await explore(ScriptedFixture(), .init()) { test in
                await test.when(
                    concurrently: .init("writes twice") { tools in
                        _ = tools.store.domainState
                        tools.store.execute(.setCount(1))
                        tools.log("1")
                        _ = await tools.call("a")
                        tools.store.execute(.setCount(5))
                        tools.log("5")
                    },
                    .init("there and back") { tools in
                        tools.change("up") { $0.count += 1 }
                        tools.change("down") { $0.count -= 1 }
                        tools.log("back")
                    })
                test.expect("nothing is between", test.state.log != ["1", "back", "5"])
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("This does not hold: nothing is between") == true)
        #expect(found.first?.message.contains("stale write") == false)
    }

    @Test func `a write of what another action has just written is none, whatever else the actions lead to`() async {
        let save = ScriptedScene.Action("save") { tools in
            guard tools.store.domainState.count != 0 else { return }
            _ = await tools.call("save")
            tools.store.execute(.setCount(0))
            _ = await tools.call("tell")
            tools.change("told") { $0.numbers["told", default: 0] += 1 }
        }
        let result = await explore(ScriptedFixture(), .init()) { test in
            await test.when(.init("edit") { $0.store.execute(.setCount(1)) })
            await test.when(concurrently: save, save)
            test.expect("it is saved", test.state.domainState.count == 0)
        }
        #expect(result.failingSeed == nil)
    }

    @Test func `of six writes at once the last one stays, although there are 720 orders without a switch`() async {
        let save = { @MainActor (count: Int) in
            ScriptedScene.Action("save \(count)") { tools in
                guard tools.store.domainState.count != count else { return }
                _ = await tools.call("save")
                tools.store.execute(.setCount(count))
            }
        }
        let result = await explore(ScriptedFixture(), .init()) { test in
            test.call.always(.value("saved"))
            await test.when(concurrently: save(1), save(2), save(3), save(4), save(5), save(6))
        }
        #expect(result.failingSeed == nil)
        #expect(result.completeSwitches == 0, "\(result.summary)")
    }

    @Test func `a lost update is found among six actions, too`() async {
        let like = ScriptedScene.Action("like") { tools in
            let count = tools.store.domainState.count
            _ = await tools.call("like")
            tools.store.execute(.setCount(count + 1))
        }
        let (_, found) = await outcome {
            await explore(ScriptedFixture(), .init()) { test in
                test.call.always(.value("liked"))
                await test.when(concurrently: like, like, like, like, like, like)
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("A stale write: setCount(") == true)
    }

    @Test func `a result with equal domain states is another one if it has other scenes`() async {
        let found = await failures {
            await explore(ScriptedFixture(), .init()) { test in
                await test.when(
                    concurrently: .init("waits") { tools in
                        let isFirst = tools.store.domainState.count == 0
                        _ = await tools.call("a")
                        tools.store.execute(.setCount(1))
                        tools.store.execute(isFirst ? .setOpen(true) : .openedOther)
                    },
                    .init("is quick") { $0.store.execute(.setCount(2)) })
            }
        }
        // One after the other, the actions lead to 2 and the child, or to 1 and the other child; never to 1 and the child.
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("A stale write: setCount(1)") == true)
    }
}

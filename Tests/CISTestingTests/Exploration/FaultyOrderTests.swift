import CIS
import CISTesting
import Testing

/// Faults are injected in orders with at most one switch, too.
@MainActor
@Suite struct `Exploration: faults in other orders` {
    /// An action that shows its change at once, and takes it back if the server refuses it.
    ///
    /// - Parameter asksAgain: Whether it goes back to what it reads after the refusal, and not before.
    private static func like(isCareful: Bool, asksAgain: Bool) -> ScriptedScene.Action {
        .init("like") { tools in
            let likes = { @MainActor in tools.store.domainState.lists["likes", default: []].filter { $0 != "a" } }
            let first = likes()
            tools.change("liked") { $0.lists["likes", default: []].append("a") }
            guard (try? await tools.tryCall("like")) == nil else { return }
            let before = asksAgain ? likes() : first
            if asksAgain { _ = await tools.call("why") }
            tools.change("taken back") {
                if isCareful { $0.lists["likes"]?.removeAll { $0 == "a" } } else { $0.lists["likes"] = before }
            }
        }
    }

    private func explored(isCareful: Bool, asksAgain: Bool) async -> (result: Exploration, found: [TestFailure]) {
        await outcome {
            await explore(ScriptedFixture(), .init(), injecting: .faults, reportsStaleWrites: false) { test in
                test.finally("b is liked") { $0.domainState.lists["likes"]?.contains("b") == true }
                await test.when(
                    concurrently: Self.like(isCareful: isCareful, asksAgain: asksAgain),
                    .init("other") { tools in tools.change("liked") { $0.lists["likes", default: []].append("b") } })
            }
        }
    }

    @Test(arguments: [true, false])
    func `a change that is taken back after a fault erases one that came between`(asksAgain: Bool) async {
        let (result, found) = await explored(isCareful: false, asksAgain: asksAgain)
        #expect(found.count == 1)
        #expect(found.first?.message.contains("Found by a failure in step ") == true)
        #expect(found.first?.message.contains(", with 1 switch:\n") == true)
        #expect(result.switches == 1)
        #expect(await explored(isCareful: true, asksAgain: asksAgain).found.isEmpty)
    }

    @Test func `a fault in the order with the fewest switches is found first`() async {
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init(), injecting: .faults) { test in
                test.finally("nothing is open") { !$0.child.isPresented }
                let open = ScriptedScene.Action("open") { tools in
                    if (try? await tools.tryCall("a")) == nil { tools.store.execute(.setOpen(true)) }
                }
                await test.when(concurrently: .init("first") { _ = await $0.call("b") }, open, open)
            }
        }
        #expect(found.count == 1)
        #expect(result.switches == 0)
        #expect(found.first?.message.contains("Found by a failure in step 5, the other side does") == true)
    }

    @Test func `faults take half as many runs as seeds at most, or those in the order with the fewest switches`()
        async
    {
        let action = ScriptedScene.Action("calls") { tools in
            tools.log((try? await tools.tryCall("a")) ?? "")
            tools.log((try? await tools.tryCall("b")) ?? "")
        }
        for (seeds, faults) in [(500, 250), (40, 20), (5, 12)] {
            let result = await explore(ScriptedFixture(), .init(), seeds: seeds, injecting: .faults) { test in
                await test.when(concurrently: action, action, action)
            }
            #expect(result.runs == seeds + 1 + faults)
            #expect(result.summary.contains("\(faults) injected faults held."), "\(result.summary)")
        }
    }

    @Test func `each fault is injected in each order with at most one switch`() async {
        var logs: Set<[String]> = []
        let result = await explore(ScriptedFixture(), .init(), injecting: .faults) { test in
            let action = { (name: String) in
                ScriptedScene.Action(name) { tools in
                    tools.log("\(name) \((try? await tools.tryCall("a")) == nil ? "fails" : "ends")")
                }
            }
            await test.when(concurrently: action("a"), action("b"))
            logs.insert(test.state.log)
        }
        #expect(logs.count == 6)
        #expect(result.failingSeed == nil)
    }

    @Test func `what actions lead to with a fault, one after the other, is no stale write in another order`() async {
        let found = await failures {
            await explore(ScriptedFixture(), .init(), injecting: .faults) { test in
                let load = ScriptedScene.Action("load") { tools in
                    _ = tools.store.domainState
                    let word = (try? await tools.tryCall("load")) ?? "failed"
                    tools.change(word) { $0.lists["word"] = [word] }
                }
                await test.when(concurrently: load, load)
            }
        }
        #expect(found.isEmpty, "\(found.first?.message ?? "")")
    }
}

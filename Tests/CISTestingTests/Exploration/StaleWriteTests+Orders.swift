import CIS
import CISTesting
import Testing

/// Results to which the actions lead one after the other only if an order without a switch is read generously.
extension StaleWriteTests {
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
}

import CIS
import CISTesting
import Testing

@MainActor @Suite("Probe")
struct ProbeTests {
    @Test func `actions start in place under the tools, too`() async {
        await given(PuppetFixture(), .init()) { test in
            test.scene.execute(.init("x") { $0.log("started") })
            #expect(test.state.log == ["started"])
        }
    }
    @Test func `runaway`() async {
        let seen = Guarded(0)
        let found = await failures {
            await given(PuppetFixture(), .init()) { test in
                let token = test.scene.observe(\.domainState.count) { [weak scene = test.scene] count in
                    if count > 3000 { print("limit"); return }
                    scene?.execute(.init("again") { $0.store.execute(.counted) })
                }
                await test.settle()
                print(test.state.domainState.count)
                token.cancel()
            }
        }
        print(found.map(\.message))
        _ = seen
    }
}

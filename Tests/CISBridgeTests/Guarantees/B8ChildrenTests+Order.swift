import CIS
import CISBridge
import Testing

/// Children of a scene that is closed.
extension `B8 lifetime: children` {
    @Test func `children of a scene that the host closes are closed before it, the youngest first`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for name in ["a", "b", "c"] { host.act(#"{"push":{"_0":"\#(name)"}}"#) }
        _ = await host.rest()
        host.send(#"{"type":"close","scene":1}"#)
        let closed = await host.rest().filter { $0.type == "closed" }
        #expect(closed.map { $0["scene"]?.intValue } == [4, 3, 2, 1])
    }

    @Test func `a child that the app stops is closed at once, and the next one is another scene`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"first"}}"#)
        _ = await host.rest()
        shop.worker.scene?.children.first?.stop()
        #expect(await host.rest().map { [$0["type"], $0["scene"]] } == [[.text("closed"), .int(2)]])
        host.act(#"{"present":{"_0":"second"}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "opened", "done"])
        #expect(host.states[3]?["name"] == .text("second"))
    }

    @Test(arguments: [true, false])
    func `a child is closed behind its parent's state, also if an output is sent before it`(isStopped: Bool) async {
        let worker = ShopWorker()
        let app = BridgedApp {
            BridgedScene("shop") {
                let shop = Shop.assemble(worker: worker)
                // An earlier observer than the session: it sends while the session does not know of the commit.
                shop.observeEveryCommit({ _ in () }, on: worker, initially: false) { [weak shop] _, _ in
                    guard shop?.state.name == "over" || shop?.state.detail.value == nil else { return }
                    if isStopped { shop?.children.first?.stop() }
                    shop?.outputs?.send(.said("over"))
                }
                return shop
            }
        }
        let host = Host(app)
        await host.connect()
        await host.open()
        host.act(#"{"present":{"_0":"first"}}"#)
        _ = await host.rest()
        host.act(isStopped ? #"{"rename":{"_0":"over"}}"# : #"{"dismiss":{}}"#)
        let types = await host.rest().map(\.type)
        #expect(types == ["output", "patch", "closed", "done"])
    }
}

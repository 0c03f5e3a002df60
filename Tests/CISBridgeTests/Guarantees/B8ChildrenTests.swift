import CIS
import CISBridge
import Testing

/// Children that follow the state.
@MainActor
@Suite struct `B8 lifetime: children` {
    @Test func `a child is opened after the state that presents it, with parent and place`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"first"}}"#)
        let messages = await host.rest()
        #expect(
            messages.map(\.type) == ["patch", "opened", "done"] || messages.map(\.type) == ["state", "opened", "done"])
        let opened = messages.dropFirst().first ?? .null
        #expect(opened["scene"] == .int(2))
        #expect(opened["name"] == .text("Detail"))
        #expect(opened["parent"] == .int(1))
        #expect(opened["place"]?.text == #"{"field":"detail"}"#)
        #expect(opened["state"]?.text == #"{"name":"first"}"#)
        #expect(opened["ref"] == nil)
        host.act(#"{"rename":{"_0":"own"}}"#, scene: 2)
        #expect(await host.rest().map(\.type) == ["patch", "done"])
        #expect(host.states[2]?["name"] == .text("own"))
    }

    @Test func `a child is closed after the state that dismisses it, and its replacement is another scene`()
        async
    {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"first"}}"#)
        _ = await host.rest()
        host.act(#"{"present":{"_0":"second"}}"#)
        #expect(await host.rest().map(\.type).suffix(3) == ["closed", "opened", "done"])
        #expect(host.states[3]?["name"] == .text("second"))
        host.act(#"{"dismiss":{}}"#)
        #expect(await host.rest().map(\.type).suffix(2) == ["closed", "done"])
        host.act(#"{"rename":{"_0":"late"}}"#, number: 4, ref: 4, scene: 3)
        #expect(await host.next()["code"] == .text("closedScene"))
    }

    @Test func `a scene that presents a child and dismisses it in the same turn shows neither`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"flash":{}}"#)
        #expect(await host.rest().map(\.type) == ["done"])
    }

    @Test func `each element of a stack is a child with its id`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"push":{"_0":"a"}}"#)
        host.act(#"{"push":{"_0":"b"}}"#)
        let opened = await host.rest().filter { $0.type == "opened" }
        #expect(opened.map { $0["place"]?["field"] } == [.text("pages"), .text("pages")])
        #expect(opened.map { $0["place"]?["id"]?.intValue } == [1, 2])
    }

    @Test func `an action for a closed child is dropped if the host cannot know that it is closed`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"first"}}"#)
        _ = await host.rest()
        host.acknowledges = false
        host.act(#"{"rename":{"_0":"x"}}"#)
        _ = await host.rest()
        host.act(#"{"dismiss":{}}"#)
        host.act(#"{"rename":{"_0":"late"}}"#, ref: 40, scene: 2)
        let done = await host.answer()
        #expect(done["ref"] == .int(40))
        #expect(done["reason"] == .text("stopped"))
        host.acknowledge(1)
        #expect(await host.rest().map(\.type).contains("closed"))
    }

    @Test func `a child is closed by its parent's state, not by the host`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"first"}}"#)
        _ = await host.rest()
        host.send(#"{"type":"close","scene":2}"#)
        #expect(await host.next()["at"] == .text("/scene"))
        host.send(#"{"type":"close","scene":1}"#)
        #expect(await host.rest().map { $0["scene"]?.intValue } == [2, 1], "the child first")
    }

    @Test func `a child for which there was no room appears when there is`() async {
        var limits = BridgeLimits()
        limits.scenes = 2
        let shop = ShopApp(limits: limits)
        let host = Host(shop.app)
        await host.connect()
        await host.open()
        await host.open()
        host.act(#"{"present":{"_0":"first"}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "error", "done"])
        host.act(#"{"rename":{"_0":"a"}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done"], "told once")
        host.send(#"{"type":"close","scene":2}"#)
        #expect(await host.rest().map(\.type) == ["closed", "opened"])
        #expect(host.states[3]?["name"] == .text("first"))
    }

    @Test func `a child whose state cannot be encoded appears when it can be`() async throws {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"unspeakable"}}"#)
        let messages = await host.rest()
        #expect(messages.map(\.type) == ["patch", "error", "done"])
        #expect(messages.dropFirst().first?["code"] == .text("notEncodable"))
        host.act(#"{"rename":{"_0":"a"}}"#, number: 2, ref: 2, scene: 2)
        #expect(await host.rest().map { $0["code"] } == [.text("unknownScene")])
        let child = try #require(shop.worker.scene?.children.first as? SceneRuntime<Detail>)
        child.execute(.rename("friend"))
        #expect(await host.rest().map(\.type) == ["opened"])
        #expect(host.states[2]?["name"] == .text("friend"))
        child.execute(.rename("unspeakable"))
        #expect(await host.rest().map { $0["code"] } == [.text("notEncodable")])
        child.execute(.rename("enemy"))
        #expect(await host.rest().map(\.type) == ["patch"])
    }

    @Test func `a child that was never opened is not announced to a host that reconnects`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"present":{"_0":"unspeakable"}}"#)
        _ = await host.rest()
        let resumption = host.resumption(welcome)
        host.session.disconnect()
        #expect(await host.next().type == "end")
        let back = Host(shop.app)
        back.remember(host)
        let again = await back.connect(resume: resumption)
        #expect(again["resumed"] == .bool(true))
        #expect(again["scenes"]?["1"] != nil && again["scenes"]?["2"] == nil)
    }

    @Test func `a child that was never opened is not closed`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"unspeakable"}}"#)
        _ = await host.rest()
        host.act(#"{"dismiss":{}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done"])
    }

    @Test func `children of one parent close in the order in which they came`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for page in 0..<8 { host.act(#"{"push":{"_0":"\#(page)"}}"#) }
        _ = await host.rest()
        host.act(#"{"popAll":{}}"#)
        let closed = await host.rest().filter { $0.type == "closed" }
        #expect(closed.map { $0["scene"]?.intValue } == Array(2...9))
    }
}

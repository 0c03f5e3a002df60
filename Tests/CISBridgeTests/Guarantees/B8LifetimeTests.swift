import CIS
import CISBridge
import CISTesting
import TestSupport
import Testing

/// `close` stops the scene and cancels its actions. Ids are never used again. A session that ends releases everything.
@MainActor
@Suite struct `B8 lifetime` {
    @Test func `close while an action runs cancels it, and says how it ended`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"slow":{}}"#, ref: 3)
        await shop.worker.gate.reached()
        host.send(#"{"type":"close","scene":1}"#)
        #expect(await host.next().type == "closed")
        shop.worker.gate.open()
        let done = await host.next()
        #expect(done["ref"] == .int(3))
        #expect(done["end"] == .text("cancelled"))
    }

    @Test func `close also stops a scene that the app holds`() async {
        let shop = ShopApp()
        let host = await shop.host()
        let scene = shop.worker.scene
        host.send(#"{"type":"close","scene":1}"#)
        _ = await host.rest()
        #expect(scene?.isStopped == true)
    }

    @Test func `a scene that the app stops is closed at once, although nothing else happens`() async {
        let shop = ShopApp()
        let host = await shop.host()
        shop.worker.scene?.stop()
        // This happens without a message from the host, and without a commit.
        await mainActorJobsBehind()
        #expect(host.session.next().map { String(decoding: $0, as: UTF8.self) } == #"{"type":"closed","scene":1}"#)
    }

    @Test func `ids are never used again`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for id in 1...5 {
            host.send(#"{"type":"close","scene":\#(id)}"#)
            _ = await host.next("closed")
            #expect(await host.open()["scene"] == .int(id + 1))
        }
        host.send(#"{"type":"close","scene":1}"#)
        #expect(await host.next()["code"] == .text("closedScene"))
    }

    @Test func `bye releases every scene`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"child"}}"#)
        _ = await host.rest()
        weak let scene = shop.worker.scene
        weak let worker = shop.worker
        shop.workers.forget()
        host.send(#"{"type":"bye"}"#)
        #expect(await host.next("end").type == "end")
        await mainActorJobsBehind()
        #expect(scene == nil)
        #expect(worker == nil)
        #expect(shop.app.sessionCount == 0)
        #expect(host.session.isFinished)
    }

    @Test func `a closed scene of a session is freed with all its parts`() async throws {
        try await expectNoLeaks(besides: [DiagnosticReporter.ignore]) {
            let shop = ShopApp()
            let host = await shop.host()
            host.act(#"{"present":{"_0":"child"}}"#)
            host.act(#"{"tell":{"_0":"something"}}"#)
            _ = await host.rest()
            let scene = try #require(shop.worker.scene)
            shop.workers.forget()
            host.send(#"{"type":"bye"}"#)
            _ = await host.next("end")
            return scene
        }
    }

    @Test func `messages before bye are answered`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"rename":{"_0":"last"}}"#)
        host.send(#"{"type":"bye"}"#)
        #expect(await host.next().type == "patch")
        #expect(await host.next().type == "done")
        #expect(await host.next().type == "end")
    }

    @Test func `bye while a worker ignores cancellation releases the scene at once, and the parts when it is done`()
        async
    {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"slow":{}}"#)
        await shop.worker.gate.reached()
        weak let scene = shop.worker.scene
        weak let worker = shop.worker
        let (gate, gone) = (shop.worker.gate, shop.worker.gone)
        shop.workers.forget()
        host.send(#"{"type":"bye"}"#)
        _ = await host.next("end")
        #expect(scene == nil)
        #expect(worker != nil)
        gate.open()
        await gone.pass()
        #expect(worker == nil)
    }

    @Test func `an app that is released ends its sessions`() async {
        var shop: ShopApp? = ShopApp()
        weak let app = shop?.app
        var host: Host? = await shop?.host()
        weak let scene = shop?.worker.scene
        let gone = shop?.worker.gone
        #expect(scene != nil)
        host = nil
        shop = nil
        await gone?.pass()
        #expect(app == nil)
        #expect(scene == nil)
        _ = host
    }

    @Test func `an app that is released answers the calls that wait for a host`() async throws {
        var shop: ShopApp? = ShopApp()
        var host: Host? = await shop?.host()
        let worker = try #require(shop?.worker.host)
        // A call of a task that no scene cancels.
        let answer = Task { try await worker.call("ask", as: String.self) }
        _ = await host?.next("call")
        host?.session.disconnect()
        _ = await host?.next("end")
        host = nil
        weak let app = shop?.app
        shop = nil
        for _ in 0..<3 { await mainActorJobsBehind() }
        #expect(app == nil)
        answer.cancel()
        await #expect(throws: HostError.self, "and not cancelled by this test") { try await answer.value }
    }

    @Test func `a session that is released is retained for its host`() async {
        let shop = ShopApp()
        var host: Host? = await shop.host()
        #expect(host != nil)
        host = nil
        await mainActorJobsBehind()
        await mainActorJobsBehind()
        #expect(shop.app.sessionCount == 1)
        #expect(shop.worker.scene?.isStopped == false)
    }
}

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
        let opened = messages[1]
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
        let done = await host.next("done")
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
        #expect(messages[1]["code"] == .text("notEncodable"))
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

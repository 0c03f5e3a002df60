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

    @Test func `a scene that the host closes is released at once, while the session continues`() async throws {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"child"}}"#)
        host.act(#"{"tell":{"_0":"something"}}"#)
        _ = await host.rest()
        weak let scene = shop.worker.scene
        weak let child = scene?.children.first
        weak let worker = shop.worker
        #expect(child != nil)
        shop.workers.forget()
        host.send(#"{"type":"close","scene":1}"#)
        _ = await host.rest()
        await mainActorJobsBehind()
        #expect(scene == nil)
        #expect(child == nil)
        #expect(worker == nil)
        #expect(await host.open()["scene"] == .int(3))
    }

    @Test func `the scenes of a session that has ended are freed with all their parts`() async throws {
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

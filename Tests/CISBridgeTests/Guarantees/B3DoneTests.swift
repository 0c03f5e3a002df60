import CISBridge
import TestSupport
import Testing

/// `done` follows the last `state` or `patch` that contains the action's commits. For a dropped action it has the reason.
@MainActor
@Suite struct `B3 done means seen` {
    @Test func `done follows the patch with all commits of the action`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"count":{"to":3}}"#)
        let messages = await host.rest()
        #expect(messages.map(\.type) == ["patch", "done"])
        #expect(messages.first?["rev"] == .int(3))
        #expect(messages.last?["rev"] == .int(3))
        #expect(host.states[1]?["count"] == .int(3))
    }

    @Test func `done waits while the host is behind`() async {
        let shop = ShopApp()
        let host = await shop.host(acknowledges: false)
        host.act(#"{"rename":{"_0":"a"}}"#)
        host.act(#"{"rename":{"_0":"b"}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done", "done"], "both came in one batch")
        host.act(#"{"rename":{"_0":"c"}}"#)
        #expect(await host.rest().map(\.type) == [], "its state was not sent")
        host.acknowledge(1)
        #expect(await host.rest().map(\.type) == ["patch", "done"])
        #expect(host.states[1]?["name"] == .text("c"))
    }

    @Test func `an action that changes nothing that is shown is done at once, without a message`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"note":{"_0":"unseen"}}"#)
        let messages = await host.rest()
        #expect(messages.map(\.type) == ["done"])
        #expect(messages.first?["rev"] == .int(0), "the revision that the host has")
        host.act(#"{"rename":{"_0":"seen"}}"#)
        let patch = await host.next()
        #expect(patch["base"] == .int(0))
        #expect(patch["rev"] == .int(2))
    }

    @Test func `the outcome of an action that its policy drops has the reason`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"slowOnce":{}}"#, ref: 1)
        host.act(#"{"slowOnce":{}}"#, ref: 2)
        let done = await host.next("done")
        #expect(done["ref"] == .int(2))
        #expect(done["end"] == .text("dropped"))
        #expect(done["reason"] == .text("busy"))
        shop.worker.gate.open()
        #expect(await host.next("done")["end"] == .text("finished"))
    }

    @Test func `a cancelled action is done when its handler has returned`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"slow":{}}"#, ref: 4)
        await shop.worker.gate.reached()
        host.send(#"{"type":"cancel","ref":4}"#)
        #expect(await host.rest().isEmpty, "the worker ignores it")
        shop.worker.gate.open()
        let done = await host.next()
        #expect(done["end"] == .text("cancelled"))
        #expect(host.states[1]?["count"] == .int(0))
    }

    @Test(.requiresStartInPlace)
    func `the commits of an action and of the one that it starts in place are seen before it is done`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"first"}}"#)
        _ = await host.rest()
        host.act(#"{"renameBoth":{"_0":"both"}}"#, ref: 50, scene: 2)
        let messages = await host.rest()
        #expect(
            messages.map(\.type) == ["patch", "state", "done"] || messages.map(\.type) == ["patch", "patch", "done"])
        #expect(host.states[1]?["name"] == .text("both"))
        #expect(host.states[2]?["name"] == .text("both"))
    }

    @Test(.requiresStartInPlace)
    func `done waits for the states of all scenes in which actions have committed that it starts in place`() async {
        let shop = ShopApp()
        let host = await shop.host(acknowledges: false)
        host.act(#"{"present":{"_0":"first"}}"#)
        _ = await host.rest()
        host.act(#"{"renameBoth":{"_0":"both"}}"#, scene: 2)
        #expect(await host.rest().map { $0["scene"] } == [.int(2)], "the parent's last state is not acknowledged")
        host.acknowledge(1)
        #expect(await host.rest().map(\.type).last == "done")
        #expect(host.states[1]?["name"] == .text("both"))
    }

    @Test func `an action that waits for a state is done when the scene of that state is closed`() async {
        let shop = ShopApp()
        let host = await shop.host(acknowledges: false)
        for name in ["a", "b"] {
            host.act(#"{"rename":{"_0":"\#(name)"}}"#)
            _ = await host.rest()
        }
        #expect(host.received.count { $0.type == "done" } == 1, "the second waits for its state")
        host.send(#"{"type":"close","scene":1}"#)
        #expect(await host.rest().map(\.type) == ["closed", "done"])
    }

    @Test func `an action whose state cannot be encoded is done after the error`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"present":{"_0":"first"}}"#)
        _ = await host.rest()
        host.act(#"{"rename":{"_0":"unspeakable"}}"#, scene: 2)
        let messages = await host.rest()
        #expect(messages.map(\.type) == ["error", "done"])
        #expect(messages.last?["rev"] == .int(0), "the revision that the host has")
    }

    @Test func `a state that the host of one scene has not acknowledged holds back no other scene's done`() async {
        let shop = ShopApp()
        let host = await shop.host(acknowledges: false)
        await host.open()
        host.act(#"{"rename":{"_0":"a"}}"#, scene: 1)
        _ = await host.rest()
        host.act(#"{"rename":{"_0":"b"}}"#, scene: 1)
        host.act(#"{"rename":{"_0":"c"}}"#, ref: 77, scene: 2)
        let messages = await host.rest()
        #expect(messages.map(\.type) == ["patch", "done"])
        #expect(messages.last?["ref"] == .int(77))
    }

    @Test func `stop from inside an action ends the action and closes the scene`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"stop":{}}"#)
        let messages = await host.rest()
        #expect(messages.map(\.type) == ["closed", "done"])
        host.act(#"{"nothing":{}}"#)
        #expect(await host.next()["code"] == .text("closedScene"))
    }
}

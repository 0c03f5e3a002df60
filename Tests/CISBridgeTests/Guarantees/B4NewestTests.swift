import CIS
import CISBridge
import TestSupport
import Testing

/// Counts how often it is encoded. Only one test may use it, because the count is static.
private enum Counted: SceneDefinition, Bridged {
    typealias Action = Int
    enum Mutation: Sendable { case counted }
    struct State: SceneState { var count = 0 }

    static let views = LockedValue(0)

    static func view(of state: State) -> [String: Int] {
        views.withLock { $0 += 1 }
        return ["count": state.count]
    }

    @MainActor
    static func assemble() -> SceneRuntime<Counted> {
        let store = CountedStore(State(), worker: ())
        return SceneRuntime<Counted>(controller: CountedController(store: store), store: store, diagnostics: .ignore)
    }
}

private final class CountedController: SceneController<Counted>, Controller {
    func handle(_ number: Int) async { for _ in 0..<number { store.execute(.counted) } }
}

private final class CountedStore: SceneStore<Counted>, Store {
    nonisolated static func mutate(_ state: inout Counted.State, by mutation: Counted.Mutation) { state.count += 1 }
}

/// At most `window` states of a scene are unacknowledged. After that, only the newest state is sent, at the next `ack`.
@MainActor
@Suite struct `B4 newest wins` {
    @Test func `a host that is behind gets the newest state, and none in between`() async {
        let shop = ShopApp()
        let host = await shop.host(acknowledges: false)
        for index in 1...10 {
            host.act(#"{"rename":{"_0":"\#(index)"}}"#)
            _ = await host.rest()
        }
        #expect(host.received.count { $0.type == "patch" } == 1)
        host.acknowledge(1)
        _ = await host.rest()
        #expect(host.received.count { $0.type == "patch" } == 2)
        #expect(host.states[1]?["name"] == .text("10"))
        #expect(host.received.count { $0.type == "done" } == 10)
    }

    @Test func `with a window of three, three states may be unacknowledged`() async {
        let shop = ShopApp()
        let host = await shop.host(window: 3, acknowledges: false)
        for index in 1...10 {
            host.act(#"{"rename":{"_0":"\#(index)"}}"#)
            _ = await host.rest()
        }
        #expect(host.received.count { $0.type == "patch" } == 3)
        host.acknowledge(1)
        _ = await host.rest()
        #expect(host.states[1]?["name"] == .text("10"))
        for index in 11...20 {
            host.act(#"{"rename":{"_0":"\#(index)"}}"#)
            _ = await host.rest()
        }
        #expect(host.received.count { $0.type == "patch" } == 6, "all three were acknowledged by the last")
    }

    @Test func `10,000 commits in one turn are one patch`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"count":{"to":10000}}"#)
        let messages = await host.rest()
        #expect(messages.map(\.type) == ["patch", "done"])
        #expect(messages.first?["rev"] == .int(10_000))
    }

    @Test func `nothing is encoded for a commit while the host is behind`() async {
        let host = Host(BridgedApp { BridgedScene("counted") { Counted.assemble() } })
        host.acknowledges = false
        await host.connect()
        await host.open("counted")
        host.act("1")
        _ = await host.rest()
        let views = Counted.views.withLock { $0 }
        #expect(views > 0)
        host.act("\(repetitions(1_000_000, atLeast: 20_000))")
        #expect(await host.rest().isEmpty)
        #expect(Counted.views.withLock { $0 } == views)
        host.acknowledge(1)
        #expect(await host.rest().map(\.type) == ["patch", "done"])
        #expect(Counted.views.withLock { $0 } == views + 1)
    }

    @Test func `a requested state replaces those that were not acknowledged`() async {
        let shop = ShopApp()
        let host = await shop.host(window: 2, acknowledges: false)
        host.act(#"{"rename":{"_0":"a"}}"#)
        _ = await host.rest()
        for _ in 0..<3 {
            host.send(#"{"type":"sync","scene":1}"#)
            #expect(await host.answer().type == "state")
        }
        host.act(#"{"rename":{"_0":"b"}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done"], "one of two is not acknowledged")
        host.act(#"{"rename":{"_0":"c"}}"#)
        #expect(await host.rest().isEmpty)
    }

    @Test func `a state that is longer than the limit of waiting bytes is sent`() async {
        var limits = BridgeLimits()
        limits.waitingBytes = 2_000
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        await shop.worker.scene?.execute(.rename(String(repeating: "a", count: 3_000))).value
        // Nobody reads yet, so the message has to wait.
        await mainActorJobsBehind()
        #expect(await host.next().type == "state")
    }

    // 61
    @Test(arguments: [1, 3, 40]) func `states of any size are sent and confirmed, with everything behind them`(
        scenes: Int
    ) async {
        var limits = BridgeLimits()
        limits.waitingBytes = 8_000
        let shop = ShopApp(limits: limits)
        let host = Host(shop.app)
        let welcome = await host.connect()
        for ref in 1...scenes { await host.open(ref: 1_000 + ref) }
        let long = String(repeating: "a", count: 9_000)
        // All of them wait, because nobody reads.
        for scene in 1...scenes {
            host.act(#"{"rename":{"_0":"\#(long)"}}"#, scene: scene)
            // The limit also holds for the messages of the host.
            await mainActorJobsBehind()
        }
        var ends: [Int] = []
        while ends.count < scenes {
            let message = await host.next()
            guard message.type != "error", message.type != "end" else {
                Issue.record("\(message.text.prefix(200))")
                return
            }
            if message.type == "done" { ends.append(message["ref"]?.intValue ?? 0) }
        }
        #expect(ends == Array(1...scenes))
        #expect(host.states.values.allSatisfy { $0["name"] == .text(long) })
        // A host that reconnects is sent all of them at once.
        let resumption = host.resumption(welcome).replacing(/"seen":.*/, with: #""seen":{}}"#)
        host.session.disconnect()
        _ = await host.next("end")
        let again = Host(shop.app)
        await again.connect(resume: resumption)
        await mainActorJobsBehind()
        again.act(#"{"rename":{"_0":"b"}}"#, number: scenes + 1, ref: 1)
        #expect(await again.next("done")["ref"] == .int(1))
        #expect(again.states.count == scenes)
    }

    @Test func `an action that says what the host has seen acknowledges it`() async {
        let shop = ShopApp()
        let host = await shop.host(acknowledges: false)
        host.act(#"{"rename":{"_0":"a"}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done"])
        host.send(#"{"type":"act","ref":2,"scene":1,"n":2,"seen":1,"action":{"rename":{"_0":"b"}}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done"])
        host.send(#"{"type":"act","ref":3,"scene":1,"n":3,"seen":9,"action":{"rename":{"_0":"c"}}}"#)
        let error = await host.answer()
        #expect(error["code"] == .text("badRevision"))
        #expect(error["at"] == .text("/seen"))
        #expect(shop.worker.handled.count == 2, "and does not run")
    }

    @Test func `an acknowledgement of a revision that was never sent is an error`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.send(#"{"type":"ack","scene":1,"rev":7}"#)
        #expect(await host.answer()["code"] == .text("badRevision"))
        host.send(#"{"type":"ack","scene":1,"rev":0}"#)
        #expect(await host.rest().isEmpty)
    }

    @Test func `actions beyond the limit in flight are refused, and their numbers can be used again`() async {
        var limits = BridgeLimits()
        limits.inFlight = 2
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        for _ in 0..<2 { host.act(#"{"slow":{}}"#) }
        host.act(#"{"nothing":{}}"#, number: 3, ref: 3)
        #expect(await host.next()["code"] == .text("busy"))
        shop.worker.gate.open()
        _ = await host.next("done")
        _ = await host.next("done")
        host.act(#"{"nothing":{}}"#, number: 3, ref: 3)
        #expect(await host.next("done")["ref"] == .int(3))
    }

    @Test func `a host that reads nothing loses its connection, and the session continues`() async {
        var limits = BridgeLimits()
        limits.waitingBytes = 4_000
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        for _ in 0..<50 { host.send("nonsense") }
        let last = await host.rest().last
        #expect(last?["code"] == .text("slowHost"))
        #expect(last?["fatal"] == .bool(true))
        #expect(host.session.isFinished)
        #expect(shop.app.sessionCount == 1)
    }
}

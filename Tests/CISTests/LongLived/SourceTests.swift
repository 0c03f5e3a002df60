import CIS
import TestSupport
import Testing

/// Sources are open while the state declares them.
@MainActor
@Suite struct `Long-lived sources` {
    let log = ManualSequence.Log()

    private func feed(_ name: String) -> ManualSequence { ManualSequence(name, log: log) }

    // MARK: Open and close

    @Test func `a source that the initial state declares is opened`() async {
        let feed = feed("a")
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        #expect(log.all == ["opened a"])
        feed.send("one")
        await scene.hears(1)
        #expect(scene.heard == ["one"])
    }

    @Test func `a source is opened by the commit that declares it, and closed by the first that does not`() async {
        let feed = feed("a")
        let scene = ListenerScene(to: ["a": feed])
        await mainActorJobsBehind()
        #expect(log.all.isEmpty)
        scene.want("a")
        await mainActorJobsBehind()
        #expect(log.all == ["opened a"])
        scene.want()
        #expect(log.all == ["opened a", "closed a"], "Closing does not wait.")
        await feed.left.pass()
    }

    @Test func `a scene may declare sources in several places, each with ids of its own`() async {
        let (one, other) = (feed("one"), feed("other"))
        let scene = ListenerScene { state in
            state.wanted.isEmpty ? [] : [SceneSource("feed", one.open, action: { .heard($0) })]
        }
        scene.runtime?.sources { state in
            state.wanted.count < 2 ? [] : [SceneSource("feed", other.open, action: { .heard($0) })]
        }
        scene.want("a", "b")
        await mainActorJobsBehind()
        #expect(log.all == ["opened one", "opened other"])
        scene.want("a")
        await other.left.pass()
        #expect(log.all.last == "closed other")
        #expect(scene.reports.all.isEmpty)
    }

    @Test func `a source that is still declared is not changed`() async {
        let feed = feed("a")
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        for _ in 0..<100 { scene.store.execute(.other) }
        scene.want("a")
        await mainActorJobsBehind()
        #expect(log.all == ["opened a"])
        feed.send("still there")
        await scene.hears(1)
    }

    @Test func `another id is exactly one close and one open`() async {
        let scene = ListenerScene(["a"], to: ["a": feed("a"), "b": feed("b")])
        await mainActorJobsBehind()
        scene.want("b")
        scene.want("b")
        await mainActorJobsBehind()
        #expect(log.all == ["opened a", "closed a", "opened b"])
    }

    @Test func `a commit that changes some sources does not affect the others, in any order`() async {
        let names = ["a", "b", "c", "d"]
        let scene = ListenerScene(
            ["a", "b", "c"], to: Dictionary(uniqueKeysWithValues: names.map { ($0, feed($0)) }))
        await mainActorJobsBehind()
        scene.want("d", "c", "a")
        await mainActorJobsBehind()
        #expect(log.all == ["opened a", "opened b", "opened c", "closed b", "opened d"])
    }

    @Test func `sources are closed in the order in which they were declared`() async {
        let names = (0..<20).map { "source \($0)" }
        let scene = ListenerScene(names, to: Dictionary(uniqueKeysWithValues: names.map { ($0, feed($0)) }))
        await mainActorJobsBehind()
        scene.want()
        #expect(log.all.suffix(20) == names.map { "closed \($0)" })
    }

    @Test func `a source that is closed before it was opened is never opened`() async {
        let scene = ListenerScene(to: ["a": feed("a")])
        scene.want("a")
        scene.want()
        await mainActorJobsBehind()
        #expect(log.all.isEmpty)
    }

    // MARK: Elements

    @Test func `each element becomes an action, in order`() async {
        let feed = feed("a")
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        for element in ["one", "two", "둘"] { feed.send(element) }
        await scene.hears(3)
        #expect(scene.ran == [.heard("one"), .heard("two"), .heard("둘")])
    }

    @Test func `an element that arrives when its source is closed never becomes an action`() async {
        let feed = feed("a")
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        feed.send("late")
        scene.want()
        await feed.left.pass()
        await mainActorJobsBehind()
        #expect(scene.heard.isEmpty)
    }

    @Test(arguments: [false, true])
    func `an action that closes its own source receives no more elements, also if its start is deferred`(
        isDeferred: Bool
    ) async {
        let feed = feed("a")
        let scene = ListenerScene(["a"], to: ["a": feed])
        if isDeferred { scene.runtime?.deferEveryStart() }
        scene.controller?.onAction = { _ in scene.want() }
        await mainActorJobsBehind()
        feed.send("one")
        feed.send("two")
        await feed.left.pass()
        await mainActorJobsBehind()
        #expect(scene.heard == ["one"])
    }

    // A source that an action opens is not part of the action.
    @Test func `a source outlives the action whose commit opened it, cancelled or not`() async {
        let feed = feed("a")
        let scene = ListenerScene(to: ["a": feed])
        let events = EventLog()
        let token = scene.runtime?.attach(events)
        let gate = Gate()
        scene.controller?.gate = gate
        let task = scene.runtime?.execute(.set(["a"]))
        await gate.reached()
        task?.cancel()
        gate.open()
        await task?.value
        feed.send("one")
        await scene.hears(1)
        #expect(scene.heard == ["one"])
        #expect(scene.reports.kinds.isEmpty)
        let actions = events.events.filter { $0.kind.label == "action" }
        #expect(actions.map(\.cause) == [nil, nil])
        token?.cancel()
    }

    @Test func `an element's action names the place where its source was declared`() async {
        let feed = feed("a")
        let line: UInt = #line + 2
        let scene = ListenerScene(["a"]) { state in
            [SceneSource("a", feed.open, action: { .heard($0) })]
        }
        let events = EventLog()
        let token = scene.runtime?.attach(events)
        await mainActorJobsBehind()
        feed.send("one")
        await scene.hears(1)
        let site = CallSite(fileID: #fileID, line: line)
        #expect(events.events.first?.callSite == site)
        #expect(events.events.first?.cause == nil)
        token?.cancel()
    }

    // MARK: Duplicates

    @Test func `of two sources with one id the first is open, and the second is reported once`() async {
        let scene = ListenerScene(["a", "a"], to: ["a": feed("a")])
        await mainActorJobsBehind()
        for _ in 0..<10 { scene.store.execute(.other) }
        await mainActorJobsBehind()
        #expect(log.all == ["opened a"])
        #expect(scene.reports.all.map(\.scene) == [scene.runtime?.identity])
        let kind = SceneDiagnostic.Kind.other("Two sources have the id a. The first is open, the second is not.")
        #expect(scene.reports.kinds == [kind])
    }
}

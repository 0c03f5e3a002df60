import CIS
import TestSupport
import Testing

/// Actions that are cancelled while they wait, and those that observers and other threads execute.
@MainActor
@Suite struct `Policy cancellation` {
    private let sample = PolicyFixture()

    // MARK: Before the start

    @Test func `an action that is cancelled while it waits never begins and leaves the line`() async {
        let first = sample.execute("a", .serial)
        let second = sample.execute("b", .serial)
        let third = sample.execute("c", .serial)
        second.cancel()
        await second.value
        #expect(sample.fates == ["b dropped: cancelledBeforeStart"])
        #expect(sample.runtime.scheduledActionCount == 2)
        sample.open("a", "c")
        await first.value
        await third.value
        #expect(sample.recorder.entries == ["a begins", "a ends", "c begins", "c ends"])
        #expect(sample.isEmpty)
    }

    @Test func `an action cancelled long after it began to wait leaves the line`() async {
        let first = sample.execute("a", .serial)
        let second = sample.execute("b", .serial)
        await mainActorJobsBehind()
        second.cancel()
        second.cancel()
        await second.value
        second.cancel()
        #expect(sample.fates == ["b dropped: cancelledBeforeStart"])
        sample.open("a")
        await first.value
        #expect(sample.isEmpty)
    }

    @Test func `an action cancelled after its turn has come, and before it begins, lets the next one start`() async {
        let second = Shared<Task<Void, Never>?>(nil)
        // When the end of "a" is reported, it is already decided that "b" starts next.
        let token = sample.runtime.attach(AtEnd(of: "a") { second.value?.cancel() })
        let first = sample.execute("a", .serial)
        second.value = sample.execute("b", .serial)
        let third = sample.execute("c", .serial)
        await mainActorJobsBehind()
        sample.open("a", "b", "c")
        await first.value
        await third.value
        #expect(sample.recorder.entries == ["a begins", "a ends", "c begins", "c ends"])
        #expect(sample.fates == ["b dropped: cancelledBeforeStart"])
        #expect(sample.isEmpty)
        token.cancel()
    }

    @Test func `cancelling the caller that waits for a pending action removes the pending action`() async {
        let first = sample.execute("a", .serial)
        let caller = Task { [runtime = sample.runtime, action = sample.action("b", .serial)] in
            await runtime.run(action)
        }
        await mainActorJobsBehind()
        #expect(sample.runtime.scheduledActionCount == 2)
        caller.cancel()
        await caller.value
        #expect(sample.fates == ["b dropped: cancelledBeforeStart"])
        sample.open("a")
        await first.value
    }

    @Test func `cancelling an action removes the pending action that it runs, not those that it executed`() async {
        let first = sample.execute("a", .serial)
        let (awaited, executed) = (sample.action("awaited", .serial), sample.action("executed", .serial))
        let caller = sample.sample.perform("caller") { controller in
            controller.scene?.execute(executed)
            await controller.scene?.run(awaited)
        }
        await startsOfActions()
        #expect(sample.runtime.scheduledActionCount == 3)
        caller.cancel()
        await caller.value
        #expect(sample.fates == ["awaited dropped: cancelledBeforeStart"])
        sample.open("a", "executed")
        await sample.gate("executed").reached()
        await first.value
    }

    @Test func `a policy that cancels an action whose awaited one still waits ends both`() async {
        let blocker = sample.execute("blocker", .serial)
        let awaited = sample.action("awaited", .serial)
        let search: (String) -> Sample.Action = { name in
            .perform(name, policy: .latest.group("search")) { await $0.scene?.run(awaited) }
        }
        let first = sample.runtime.execute(search("first"))
        await startsOfActions()
        let second = sample.runtime.execute(search("second"))
        await first.value
        #expect(sample.fates == ["first cancelled: replaced", "awaited dropped: cancelledBeforeStart"])
        sample.open("blocker", "awaited")
        await blocker.value
        await second.value
        #expect(sample.recorder.entries.suffix(2) == ["awaited begins", "awaited ends"])
        #expect(sample.isEmpty)
    }

    // MARK: While the scene publishes

    @Test func `of two latest actions that an observer executes the first never begins, with one report`() async {
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.count, initially: false) { [sample] _ in
            tasks.add(sample.execute("a", .latest))
            tasks.add(sample.execute("b", .latest))
        }
        sample.open("b")
        sample.sample.store.execute(.add(1))
        #expect(sample.recorder.entries.isEmpty)
        await tasks.finish()
        #expect(sample.recorder.entries == ["b begins", "b ends"])
        #expect(sample.fates == ["a dropped: replaced"])
        #expect(sample.sample.reports.kinds == [.actionDropped(.replaced)])
        #expect(sample.isEmpty)
        token.cancel()
    }

    @Test func `serial actions that an observer executes run in order`() async {
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.count, initially: false) { [sample] _ in
            for name in ["a", "b", "c"] { tasks.add(sample.execute(name, .serial)) }
        }
        sample.open("a", "b", "c")
        sample.sample.store.execute(.add(1))
        await tasks.finish()
        #expect(sample.recorder.entries == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"])
        token.cancel()
    }

    @Test func `a drop is caused by what executed the action, however late it comes`() async throws {
        let log = EventLog()
        let token = sample.runtime.attach(log)
        let debounced = sample.action("held", .concurrent.debounced(for: .seconds(1)))
        let later = sample.action("later", .concurrent.debounced(for: .seconds(1)))
        await sample.sample.perform("typing") { $0.scene?.execute(debounced) }.value
        sample.runtime.execute(later)
        await mainActorJobsBehind()
        let typing = try #require(log.events.first { "\($0.kind)".contains("typing") })
        let drop = try #require(log.events.first { if case .dropped = $0.kind { true } else { false } })
        #expect(drop.cause == typing.id)
        token.cancel()
    }

    // MARK: Posted

    @Test func `posted actions keep their policies`() async {
        let tasks = ["a", "b", "c"].map { sample.runtime.post(sample.action($0, .first)) }
        await tasks[1].value
        await tasks[2].value
        #expect(sample.fates == ["b dropped: busy", "c dropped: busy"])
        sample.open("a")
        await tasks[0].value
        #expect(sample.recorder.entries == ["a begins", "a ends"])
        #expect(sample.isEmpty)
    }

    @Test func `a posted action that is cancelled before its job does not ask for its policy`() async {
        let asked = Recorder<String>()
        let store = SampleStore()
        let controller = AskedController(asked)
        let scene = SceneRuntime<Sample>(controller: controller, store: store, diagnostics: .ignore)
        scene.post(.perform("cancelled") { _ in }).cancel()
        await scene.post(.perform("kept") { _ in }).value
        #expect(asked.entries == ["policy of kept", "kept"])
    }

    @Test func `posted serial actions run in the order of the calls`() async {
        let tasks = ["a", "b", "c"].map { sample.runtime.post(sample.action($0, .serial)) }
        sample.open("a", "b", "c")
        for task in tasks { await task.value }
        #expect(sample.recorder.entries == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"])
    }
}

/// Records the calls of `policy(for:)`.
@MainActor
private final class AskedController: Controller {
    private let asked: Recorder<String>

    init(_ asked: Recorder<String>) {
        self.asked = asked
    }

    func policy(for action: Sample.Action) -> ActionPolicy {
        asked.note("policy of \(action)")
        return .serial
    }

    func handle(_ action: Sample.Action) async { asked.note("\(action)") }
}

/// Calls a closure when the action with the given name has ended.
@MainActor
private final class AtEnd: SceneObserver {
    private let name: String
    private let body: () -> Void

    init(of name: String, _ body: @escaping () -> Void) {
        self.name = name
        self.body = body
    }

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        guard case .action(let action) = event.kind, "\(action)" == name else { return nil }
        return { [body] _ in body() }
    }
}

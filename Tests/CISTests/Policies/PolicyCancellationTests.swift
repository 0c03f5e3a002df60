import CIS
import TestSupport
import Testing

/// Actions that are cancelled while they wait, and those that observers and other threads execute.
@MainActor
@Suite struct `Policy cancellation` {
    private let lab = PolicyLab()

    // MARK: Before the start

    @Test func `an action that is cancelled while it waits never begins and leaves the line`() async {
        let first = lab.execute("a", .serial)
        let second = lab.execute("b", .serial)
        let third = lab.execute("c", .serial)
        second.cancel()
        await second.value
        #expect(lab.fates == ["b dropped: cancelledBeforeStart"])
        #expect(lab.runtime.scheduledActionCount == 2)
        lab.open("a", "c")
        await first.value
        await third.value
        #expect(lab.trail.entries == ["a begins", "a ends", "c begins", "c ends"])
        #expect(lab.isEmpty)
    }

    @Test func `an action cancelled long after it began to wait leaves the line`() async {
        let first = lab.execute("a", .serial)
        let second = lab.execute("b", .serial)
        await mainActorJobsBehind()
        second.cancel()
        second.cancel()
        await second.value
        second.cancel()
        #expect(lab.fates == ["b dropped: cancelledBeforeStart"])
        lab.open("a")
        await first.value
        #expect(lab.isEmpty)
    }

    @Test func `an action cancelled after its turn has come, and before it begins, lets the next one start`() async {
        let second = Shared<Task<Void, Never>?>(nil)
        // The end of an action is told after the next one's turn has come.
        let token = lab.runtime.attach(AtEnd(of: "a") { second.value?.cancel() })
        let first = lab.execute("a", .serial)
        second.value = lab.execute("b", .serial)
        let third = lab.execute("c", .serial)
        await mainActorJobsBehind()
        lab.open("a", "b", "c")
        await first.value
        await third.value
        #expect(lab.trail.entries == ["a begins", "a ends", "c begins", "c ends"])
        #expect(lab.fates == ["b dropped: cancelledBeforeStart"])
        #expect(lab.isEmpty)
        token.cancel()
    }

    @Test func `cancelling who waits for a pending action removes it`() async {
        let first = lab.execute("a", .serial)
        let caller = Task { [runtime = lab.runtime, action = lab.action("b", .serial)] in await runtime.run(action) }
        await mainActorJobsBehind()
        #expect(lab.runtime.scheduledActionCount == 2)
        caller.cancel()
        await caller.value
        #expect(lab.fates == ["b dropped: cancelledBeforeStart"])
        lab.open("a")
        await first.value
    }

    @Test func `cancelling an action removes what it waits for, and not what it has executed`() async {
        let first = lab.execute("a", .serial)
        let (awaited, executed) = (lab.action("awaited", .serial), lab.action("executed", .serial))
        let caller = lab.lab.perform("caller") { controller in
            controller.scene.execute(executed)
            await controller.scene.scene?.run(awaited)
        }
        #expect(lab.runtime.scheduledActionCount == 3)
        caller.cancel()
        await caller.value
        #expect(lab.fates == ["awaited dropped: cancelledBeforeStart"])
        lab.open("a", "executed")
        await lab.gate("executed").reached()
        await first.value
    }

    @Test func `a policy that cancels an action whose awaited one still waits ends both`() async {
        let blocker = lab.execute("blocker", .serial)
        let awaited = lab.action("awaited", .serial)
        let search: (String) -> Lab.Action = { name in
            .perform(name, policy: .latest.group("search")) { await $0.scene.scene?.run(awaited) }
        }
        let first = lab.runtime.execute(search("first"))
        let second = lab.runtime.execute(search("second"))
        await first.value
        #expect(lab.fates == ["first cancelled: replaced", "awaited dropped: cancelledBeforeStart"])
        lab.open("blocker", "awaited")
        await blocker.value
        await second.value
        #expect(lab.trail.entries.suffix(2) == ["awaited begins", "awaited ends"])
        #expect(lab.isEmpty)
    }

    // MARK: While the scene publishes

    @Test func `of two latest that an observer executes the first never begins, and is told once`() async {
        let tasks = TaskBox()
        let token = lab.runtime.observe(\.count, initially: false) { [lab] _ in
            tasks.add(lab.execute("a", .latest))
            tasks.add(lab.execute("b", .latest))
        }
        lab.open("b")
        lab.lab.store.execute(.add(1))
        #expect(lab.trail.entries.isEmpty)
        await tasks.finish()
        #expect(lab.trail.entries == ["b begins", "b ends"])
        #expect(lab.fates == ["a dropped: replaced"])
        #expect(lab.lab.reports.kinds == [.actionDropped(.replaced)])
        #expect(lab.isEmpty)
        token.cancel()
    }

    @Test func `serial actions that an observer executes run in order`() async {
        let tasks = TaskBox()
        let token = lab.runtime.observe(\.count, initially: false) { [lab] _ in
            for name in ["a", "b", "c"] { tasks.add(lab.execute(name, .serial)) }
        }
        lab.open("a", "b", "c")
        lab.lab.store.execute(.add(1))
        await tasks.finish()
        #expect(lab.trail.entries == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"])
        token.cancel()
    }

    @Test func `a drop is caused by what executed the action, however late it comes`() async throws {
        let log = EventLog()
        let token = lab.runtime.attach(log)
        let debounced = lab.action("held", .concurrent.debounced(for: .seconds(1)))
        let later = lab.action("later", .concurrent.debounced(for: .seconds(1)))
        await lab.lab.perform("typing") { $0.scene.execute(debounced) }.value
        lab.runtime.execute(later)
        await mainActorJobsBehind()
        let typing = try #require(log.events.first { "\($0.kind)".contains("typing") })
        let drop = try #require(log.events.first { if case .dropped = $0.kind { true } else { false } })
        #expect(drop.cause == typing.id)
        token.cancel()
    }

    // MARK: Posted

    @Test func `posted actions keep their policies`() async {
        let tasks = ["a", "b", "c"].map { lab.runtime.post(lab.action($0, .first)) }
        await tasks[1].value
        await tasks[2].value
        #expect(lab.fates == ["b dropped: busy", "c dropped: busy"])
        lab.open("a")
        await tasks[0].value
        #expect(lab.trail.entries == ["a begins", "a ends"])
        #expect(lab.isEmpty)
    }

    @Test func `a posted action that is cancelled before its job does not ask for its policy`() async {
        let asked = Trail<String>()
        let store = LabStore()
        let controller = AskedController(asked)
        let scene = SceneRuntime<Lab>(controller: controller, store: store, diagnostics: .ignore)
        scene.post(.perform("cancelled") { _ in }).cancel()
        await scene.post(.perform("kept") { _ in }).value
        #expect(asked.entries == ["policy of kept", "kept"])
    }

    @Test func `posted serial actions run in the order of the calls`() async {
        let tasks = ["a", "b", "c"].map { lab.runtime.post(lab.action($0, .serial)) }
        lab.open("a", "b", "c")
        for task in tasks { await task.value }
        #expect(lab.trail.entries == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"])
    }
}

/// Notes what it is asked.
@MainActor
private final class AskedController: Controller {
    private let asked: Trail<String>

    init(_ asked: Trail<String>) {
        self.asked = asked
    }

    func policy(for action: Lab.Action) -> ActionPolicy {
        asked.note("policy of \(action)")
        return .serial
    }

    func handle(_ action: Lab.Action) async { asked.note("\(action)") }
}

/// Does something when the action of the given name has ended.
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

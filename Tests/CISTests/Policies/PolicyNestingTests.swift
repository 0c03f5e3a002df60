import CIS
import TestSupport
import Testing

/// Actions that run or execute others of their own group.
@MainActor
@Suite struct `Policy nesting` {
    private let sample = PolicyFixture()

    /// An action that runs another and waits for it.
    private func running(_ inner: Sample.Action, as name: String, _ policy: ActionPolicy) -> Sample.Action {
        .perform(name, policy: policy) { [recorder = sample.recorder] controller in
            recorder.note("\(name) begins")
            await controller.scene?.run(inner)
            recorder.note("\(name) ends" + (Task.isCancelled ? ", cancelled" : ""))
        }
    }

    /// An action that executes another and then waits at its gate.
    private func executing(_ inner: Sample.Action, as name: String, _ policy: ActionPolicy) -> Sample.Action {
        .perform(name, policy: policy) { [recorder = sample.recorder, gate = sample.gate(name)] controller in
            recorder.note("\(name) begins")
            controller.scene?.execute(inner)
            await gate.pass()
            recorder.note("\(name) ends" + (Task.isCancelled ? ", cancelled" : ""))
        }
    }

    // MARK: run

    @Test(arguments: [ActionPolicy.serial, .first, .limited(2), .latest])
    func `an action that runs another of its own group does not wait for itself`(
        policy: ActionPolicy
    ) async {
        sample.open("inner")
        let innermost = running(sample.action("inner", policy), as: "middle", policy)
        await sample.runtime.execute(running(innermost, as: "outer", policy)).value
        #expect(
            sample.recorder.entries == [
                "outer begins", "middle begins", "inner begins", "inner ends", "middle ends", "outer ends",
            ])
        #expect(sample.fates.isEmpty)
        #expect(sample.isEmpty)
    }

    @Test func `an action that a serial action runs starts before those that wait already`() async {
        let gate = Gate()
        sample.open("inner", "waiting")
        let inner = sample.action("inner", .serial)
        let outer = sample.sample.perform("outer", policy: .serial) {
            await gate.pass()
            await $0.scene?.run(inner)
        }
        let waiting = sample.execute("waiting", .serial)
        gate.open()
        await outer.value
        await waiting.value
        #expect(sample.recorder.entries == ["inner begins", "inner ends", "waiting begins", "waiting ends"])
    }

    @Test func `an action in between, without a policy or of another scene, makes no difference`() async {
        let other = PolicyFixture()
        sample.open("inner")
        let inner = sample.action("inner", .serial)
        let between = Sample.Action.perform("between") { _ in
            await other.runtime.run(between2(inner, in: sample.runtime))
        }
        await sample.runtime.execute(running(between, as: "outer", .serial)).value
        #expect(sample.recorder.entries == ["outer begins", "inner begins", "inner ends", "outer ends"])
        #expect(sample.isEmpty && other.isEmpty)
    }

    private func between2(_ inner: Sample.Action, in runtime: SceneRuntime<Sample>) -> Sample.Action {
        .perform("on the other scene", policy: .serial) { _ in await runtime.run(inner) }
    }

    @Test func `many that a serial action runs at the same time are all done before it ends`() async {
        let children = (0..<50).map { Sample.Action.perform("\($0)", policy: .serial) { $0.store.execute(.add(1)) } }
        await sample.sample.perform("outer", policy: .serial) { [runtime = sample.runtime] _ in
            await withTaskGroup { group in
                for child in children { group.addTask { await runtime.run(child) } }
            }
        }.value
        #expect(sample.runtime.state.count == 50)
        #expect(sample.isEmpty)
    }

    // MARK: execute

    @Test func `an action that a serial action executes in its own group begins when the first has ended`() async {
        sample.open("inner")
        let outer = sample.runtime.execute(executing(sample.action("inner", .serial), as: "outer", .serial))
        await mainActorJobsBehind()
        #expect(sample.recorder.entries == ["outer begins"])
        sample.open("outer")
        await outer.value
        await sample.execute("inner", .serial).value
        #expect(sample.recorder.entries.prefix(4) == ["outer begins", "outer ends", "inner begins", "inner ends"])
        #expect(sample.isEmpty)
    }

    @Test func `the latest does not cancel the action that executes it`() async {
        let outer = sample.runtime.execute(executing(sample.action("inner", .latest), as: "outer", .latest))
        await sample.gate("inner").reached()
        sample.open("outer")
        await outer.value
        #expect(sample.recorder.entries == ["outer begins", "inner begins", "outer ends"])
        #expect(sample.fates.isEmpty)
        sample.open("inner", "last")
        await sample.execute("last", .latest).value
        #expect(sample.fates == ["inner cancelled: replaced"])
    }

    @Test func `the latest does not cancel an action that waits for the action that executes it`() async {
        let newcomer = sample.action("newcomer", .latest.group("search"))
        let middle = executing(newcomer, as: "middle", .concurrent)
        let outer = sample.runtime.execute(running(middle, as: "outer", .latest.group("search")))
        await sample.gate("newcomer").reached()
        sample.open("middle", "newcomer")
        await outer.value
        #expect(
            sample.recorder.entries.filter { $0.contains("ends") && $0 != "newcomer ends" } == [
                "middle ends", "outer ends",
            ])
        #expect(sample.fates.isEmpty)
    }

    @Test func `the latest does not cancel the action that posts it`() async {
        let newcomer = sample.action("newcomer", .latest)
        let gate = Gate()
        let poster = sample.sample.perform("poster", policy: .latest) { [runtime = sample.runtime] in
            runtime.post(newcomer)
            await gate.pass()
            $0.store.execute(.add(1))
        }
        await sample.gate("newcomer").reached()
        gate.open()
        await poster.value
        #expect(sample.runtime.state.count == 1)
        #expect(sample.fates.isEmpty)
        sample.open("newcomer")
    }

    @Test func `the latest that an observer executes does not cancel the action that made the change`() async {
        let token = sample.runtime.observe(\.count, initially: false) { [sample] _ in
            sample.execute("newcomer", .latest)
        }
        sample.open("newcomer")
        await sample.sample.perform("change", policy: .latest) {
            $0.store.execute(.add(1))
            $0.store.execute(.append("still here"))
        }.value
        #expect(sample.runtime.state.log == ["still here"])
        #expect(sample.fates.isEmpty)
        token.cancel()
    }

    // MARK: Again and again

    @Test(arguments: [ActionPolicy.latest, .serial, .limited(3), .concurrent.timeout(after: .seconds(9))])
    func `an action that executes itself again goes on in constant memory`(policy: ActionPolicy) async {
        let done = Gate()
        let loop = Loop(policy: policy, count: repetitions(20_000, atLeast: fewerWhenSanitized(500))) { done.open() }
        sample.runtime.execute(loop.action)
        await done.pass()
        #expect(loop.most <= 2)
        await mainActorJobsBehind()
        #expect(sample.isEmpty)
    }
}

/// An action that executes itself again a number of times.
@MainActor
private final class Loop {
    private let policy: ActionPolicy
    private var count: Int
    private let done: () -> Void
    /// The maximum number of unfinished actions at a time.
    private(set) var most = 0

    init(policy: ActionPolicy, count: Int, done: @escaping () -> Void) {
        self.policy = policy
        self.count = count
        self.done = done
    }

    var action: Sample.Action {
        .perform("again", policy: policy) { [self] controller in
            most = max(most, controller.scene?.scheduledActionCount ?? 0)
            count -= 1
            if count > 0 { controller.scene?.execute(action) } else { done() }
        }
    }
}

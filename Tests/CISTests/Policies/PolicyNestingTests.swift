import CIS
import TestSupport
import Testing

/// Actions that run or execute others of their own group.
@MainActor
@Suite struct `Policy nesting` {
    private let lab = PolicyLab()

    /// An action that runs another and waits for it.
    private func running(_ inner: Lab.Action, as name: String, _ policy: ActionPolicy) -> Lab.Action {
        .perform(name, policy: policy) { [trail = lab.trail] controller in
            trail.note("\(name) begins")
            await controller.scene.scene?.run(inner)
            trail.note("\(name) ends" + (Task.isCancelled ? ", cancelled" : ""))
        }
    }

    /// An action that executes another and then waits at its gate.
    private func executing(_ inner: Lab.Action, as name: String, _ policy: ActionPolicy) -> Lab.Action {
        .perform(name, policy: policy) { [trail = lab.trail, gate = lab.gate(name)] controller in
            trail.note("\(name) begins")
            controller.scene.execute(inner)
            await gate.pass()
            trail.note("\(name) ends" + (Task.isCancelled ? ", cancelled" : ""))
        }
    }

    // MARK: run

    @Test(arguments: [ActionPolicy.serial, .first, .limited(2), .latest])
    func `an action that runs another of its own group neither waits for itself nor harms itself`(
        policy: ActionPolicy
    ) async {
        lab.open("inner")
        let innermost = running(lab.action("inner", policy), as: "middle", policy)
        await lab.runtime.execute(running(innermost, as: "outer", policy)).value
        #expect(
            lab.trail.entries == [
                "outer begins", "middle begins", "inner begins", "inner ends", "middle ends", "outer ends",
            ])
        #expect(lab.fates.isEmpty)
        #expect(lab.isEmpty)
    }

    @Test func `what a serial action runs goes before those that wait already`() async {
        let gate = Gate()
        lab.open("inner", "waiting")
        let inner = lab.action("inner", .serial)
        let outer = lab.lab.perform("outer", policy: .serial) {
            await gate.pass()
            await $0.scene.scene?.run(inner)
        }
        let waiting = lab.execute("waiting", .serial)
        gate.open()
        await outer.value
        await waiting.value
        #expect(lab.trail.entries == ["inner begins", "inner ends", "waiting begins", "waiting ends"])
    }

    @Test func `an action in between, without a policy or of another scene, makes no difference`() async {
        let other = PolicyLab()
        lab.open("inner")
        let inner = lab.action("inner", .serial)
        let between = Lab.Action.perform("between") { _ in await other.runtime.run(between2(inner, in: lab.runtime)) }
        await lab.runtime.execute(running(between, as: "outer", .serial)).value
        #expect(lab.trail.entries == ["outer begins", "inner begins", "inner ends", "outer ends"])
        #expect(lab.isEmpty && other.isEmpty)
    }

    private func between2(_ inner: Lab.Action, in runtime: SceneRuntime<Lab>) -> Lab.Action {
        .perform("on the other scene", policy: .serial) { _ in await runtime.run(inner) }
    }

    @Test func `many that a serial action runs at the same time are all done before it ends`() async {
        let children = (0..<50).map { Lab.Action.perform("\($0)", policy: .serial) { $0.store.execute(.add(1)) } }
        await lab.lab.perform("outer", policy: .serial) { [runtime = lab.runtime] _ in
            await withTaskGroup { group in
                for child in children { group.addTask { await runtime.run(child) } }
            }
        }.value
        #expect(lab.runtime.state.count == 50)
        #expect(lab.isEmpty)
    }

    // MARK: execute

    @Test func `what a serial action executes in its own group begins when it has ended`() async {
        lab.open("inner")
        let outer = lab.runtime.execute(executing(lab.action("inner", .serial), as: "outer", .serial))
        await mainActorJobsBehind()
        #expect(lab.trail.entries == ["outer begins"])
        lab.open("outer")
        await outer.value
        await lab.execute("inner", .serial).value
        #expect(lab.trail.entries.prefix(4) == ["outer begins", "outer ends", "inner begins", "inner ends"])
        #expect(lab.isEmpty)
    }

    @Test func `the latest does not cancel the action that executes it`() async {
        let outer = lab.runtime.execute(executing(lab.action("inner", .latest), as: "outer", .latest))
        await lab.gate("inner").reached()
        lab.open("outer")
        await outer.value
        #expect(lab.trail.entries == ["outer begins", "inner begins", "outer ends"])
        #expect(lab.fates.isEmpty)
        lab.open("inner", "last")
        await lab.execute("last", .latest).value
        #expect(lab.fates == ["inner cancelled: replaced"])
    }

    @Test func `the latest does not cancel who waits for the action that executes it`() async {
        let newcomer = lab.action("newcomer", .latest.group("search"))
        let middle = executing(newcomer, as: "middle", .concurrent)
        let outer = lab.runtime.execute(running(middle, as: "outer", .latest.group("search")))
        await lab.gate("newcomer").reached()
        lab.open("middle", "newcomer")
        await outer.value
        #expect(
            lab.trail.entries.filter { $0.contains("ends") && $0 != "newcomer ends" } == ["middle ends", "outer ends"])
        #expect(lab.fates.isEmpty)
    }

    @Test func `the latest does not cancel the action that posts it`() async {
        let newcomer = lab.action("newcomer", .latest)
        let gate = Gate()
        let poster = lab.lab.perform("poster", policy: .latest) { [runtime = lab.runtime] in
            runtime.post(newcomer)
            await gate.pass()
            $0.store.execute(.add(1))
        }
        await lab.gate("newcomer").reached()
        gate.open()
        await poster.value
        #expect(lab.runtime.state.count == 1)
        #expect(lab.fates.isEmpty)
        lab.open("newcomer")
    }

    @Test func `the latest that an observer executes does not cancel the action that made the change`() async {
        let token = lab.runtime.observe(\.count, initially: false) { [lab] _ in lab.execute("newcomer", .latest) }
        lab.open("newcomer")
        await lab.lab.perform("change", policy: .latest) {
            $0.store.execute(.add(1))
            $0.store.execute(.append("still here"))
        }.value
        #expect(lab.runtime.state.log == ["still here"])
        #expect(lab.fates.isEmpty)
        token.cancel()
    }

    // MARK: Again and again

    @Test(arguments: [ActionPolicy.latest, .serial, .limited(3), .concurrent.timeout(after: .seconds(9))])
    func `an action that executes itself again goes on in constant memory`(policy: ActionPolicy) async {
        let done = Gate()
        let loop = Loop(policy: policy, count: repetitions(20_000, atLeast: fewerWhenSanitized(500))) { done.open() }
        lab.runtime.execute(loop.action)
        await done.pass()
        #expect(loop.most <= 2)
        await mainActorJobsBehind()
        #expect(lab.isEmpty)
    }
}

/// An action that executes itself again a number of times.
@MainActor
private final class Loop {
    private let policy: ActionPolicy
    private var count: Int
    private let done: () -> Void
    /// The most actions that were known at a time.
    private(set) var most = 0

    init(policy: ActionPolicy, count: Int, done: @escaping () -> Void) {
        self.policy = policy
        self.count = count
        self.done = done
    }

    var action: Lab.Action {
        .perform("again", policy: policy) { [self] controller in
            most = max(most, controller.scene.scene?.scheduledActionCount ?? 0)
            count -= 1
            if count > 0 { controller.scene.execute(action) } else { done() }
        }
    }
}

import CIS
import TestSupport
import Testing

/// Actions that wait for each other for ever.
@MainActor
@Suite struct `Policy deadlock` {
    private let lab = PolicyLab()

    private let latch = Latch()

    /// An action that runs another, at once or when the latch is opened.
    private func running(
        _ inner: Lab.Action, as name: String, _ policy: ActionPolicy, atOnce: Bool = false
    ) -> Lab.Action {
        .perform(name, policy: policy) { [latch] controller in
            if !atOnce { await latch.pass() }
            await controller.scene.scene?.run(inner)
        }
    }

    private var deadlocks: [[String]] {
        lab.lab.reports.kinds.compactMap { if case .deadlock(let actions) = $0 { actions } else { nil } }
    }

    @Test func `two serial groups that wait for each other are reported, with the names of all four actions`() async {
        let (red, blue) = (ActionPolicy.serial.group("red"), ActionPolicy.serial.group("blue"))
        let other = lab.runtime.execute(running(lab.action("in red", red), as: "blue", blue))
        let one = lab.runtime.execute(running(lab.action("in blue", blue), as: "red", red, atOnce: true))
        lab.open("in red", "in blue")
        #expect(deadlocks.isEmpty)
        latch.open()
        await mainActorJobsBehind()
        #expect(deadlocks == [["in red", "red", "in blue", "blue"]])
        #expect(
            lab.lab.reports.all.contains { $0.isMisuse && "\($0)".contains("in red → red → in blue → blue → in red") })
        one.cancel()
        await one.value
        await other.value
        #expect(lab.isEmpty)
    }

    @Test func `actions that wait for others that will end are no deadlock`() async {
        let (red, blue) = (ActionPolicy.limited(2).group("red"), ActionPolicy.serial.group("blue"))
        let other = lab.runtime.execute(running(lab.action("in red", red), as: "blue", blue))
        let one = lab.runtime.execute(running(lab.action("in blue", blue), as: "red", red, atOnce: true))
        let free = lab.execute("free", red)
        latch.open()
        await mainActorJobsBehind()
        lab.open("free", "in red", "in blue")
        for task in [one, other, free] { await task.value }
        #expect(deadlocks.isEmpty)
        #expect(lab.isEmpty)
    }

    #if DEBUG
    @Test func `an action that awaits a later one of its own serial group is told of it, once`() async {
        let waiting = lab.lab.perform("outer", policy: .serial.group("line")) { [lab] controller in
            for name in ["first", "second"] { lab.open(name) }
            controller.scene.execute(lab.action("first", .serial.group("line")))
            await controller.scene.execute(lab.action("second", .serial.group("line")))?.value
        }
        await mainActorJobsBehind()
        await mainActorJobsBehind()
        #expect(lab.lab.reports.kinds == [.waitsForItsCaller(group: "line")])
        #expect(lab.lab.reports.all.allSatisfy { !$0.isMisuse && "\($0)".contains("use run") })
        waiting.cancel()
        lab.runtime.stop()
        await waiting.value
    }

    @Test func `an action that executes a later one of its own serial group and ends is not told`() async {
        lab.open("inner")
        await lab.lab.perform("outer", policy: .serial.group("line")) { [lab] controller in
            controller.scene.execute(lab.action("inner", .serial.group("line")))
        }.value
        await lab.execute("inner", .serial.group("line")).value
        #expect(lab.lab.reports.kinds.isEmpty)
    }
    #endif
}

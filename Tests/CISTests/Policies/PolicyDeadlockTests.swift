import CIS
import TestSupport
import Testing

/// Actions that wait for each other for ever.
@MainActor
@Suite struct `Policy deadlock` {
    private let sample = PolicyFixture()

    private let latch = Latch()

    /// An action that runs another, at once or when the latch is opened.
    private func running(
        _ inner: Sample.Action, as name: String, _ policy: ActionPolicy, atOnce: Bool = false
    ) -> Sample.Action {
        .perform(name, policy: policy) { [latch] controller in
            if !atOnce { await latch.pass() }
            await controller.scene.scene?.run(inner)
        }
    }

    private var deadlocks: [[String]] {
        sample.sample.reports.kinds.compactMap { if case .deadlock(let actions) = $0 { actions } else { nil } }
    }

    @Test func `two serial groups that wait for each other are reported, with the names of all four actions`() async {
        let (red, blue) = (ActionPolicy.serial.group("red"), ActionPolicy.serial.group("blue"))
        let line: UInt = #line + 1
        let other = sample.runtime.execute(running(sample.action("in red", red), as: "blue", blue))
        let one = sample.runtime.execute(running(sample.action("in blue", blue), as: "red", red, atOnce: true))
        sample.open("in red", "in blue")
        await startsOfActions()
        await startsOfActions()  // of the action that one of them runs
        #expect(deadlocks.isEmpty)
        latch.open()
        await mainActorJobsBehind()
        await startsOfActions()
        #expect(deadlocks == [["in red", "red", "in blue", "blue"]])
        #expect(
            sample.sample.reports.all.contains {
                $0.isMisuse && "\($0)".contains("in red → red → in blue → blue → in red")
            })
        let report = sample.sample.reports.all.first { if case .deadlock = $0.kind { true } else { false } }
        #expect(report?.callSite?.line == line, "the place where the last of them was executed")
        one.cancel()
        await one.value
        await other.value
        #expect(sample.isEmpty)
    }

    @Test func `actions that wait for others that will end are no deadlock`() async {
        let (red, blue) = (ActionPolicy.limited(2).group("red"), ActionPolicy.serial.group("blue"))
        let other = sample.runtime.execute(running(sample.action("in red", red), as: "blue", blue))
        let one = sample.runtime.execute(running(sample.action("in blue", blue), as: "red", red, atOnce: true))
        let free = sample.execute("free", red)
        await startsOfActions()
        latch.open()
        await mainActorJobsBehind()
        sample.open("free", "in red", "in blue")
        for task in [one, other, free] { await task.value }
        #expect(deadlocks.isEmpty)
        #expect(sample.isEmpty)
    }

    #if DEBUG
    @Test func `an action that awaits a later one of its own serial group is reported once`() async {
        let waiting = sample.sample.perform("outer", policy: .serial.group("line")) { [sample] controller in
            for name in ["first", "second"] { sample.open(name) }
            controller.scene.execute(sample.action("first", .serial.group("line")))
            await controller.scene.execute(sample.action("second", .serial.group("line")))?.value
        }
        await mainActorJobsBehind()
        await mainActorJobsBehind()
        #expect(sample.sample.reports.kinds == [.waitsForItsCaller(group: "line")])
        #expect(sample.sample.reports.all.allSatisfy { !$0.isMisuse && "\($0)".contains("Use run instead") })
        waiting.cancel()
        sample.runtime.stop()
        await waiting.value
    }

    @Test func `an action that executes a later one of its own serial group and ends is not reported`() async {
        sample.open("inner")
        await sample.sample.perform("outer", policy: .serial.group("line")) { [sample] controller in
            controller.scene.execute(sample.action("inner", .serial.group("line")))
        }.value
        await sample.execute("inner", .serial.group("line")).value
        #expect(sample.sample.reports.kinds.isEmpty)
    }
    #endif
}

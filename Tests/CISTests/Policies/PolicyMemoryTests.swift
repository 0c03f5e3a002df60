import CIS
import TestSupport
import Testing

/// The ids of groups.
@MainActor
@Suite struct `Ids of groups` {
    private struct Name: Hashable, Sendable {
        let number: Int
        let probe: LifetimeProbe

        static func == (lhs: Name, rhs: Name) -> Bool { lhs.number == rhs.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func `are not kept when their actions have ended, but for the last`() async {
        let count = LiveCount()
        let sample = SampleScene()
        let gate = Gate()
        let tasks = TaskBox()
        for number in 0..<20 {
            let policy = ActionPolicy.serial.group(Name(number: number, probe: LifetimeProbe(count)))
            tasks.add(sample.perform(policy: policy) { _ in await gate.pass() })
        }
        #expect(count.live == 20)
        gate.open()
        await tasks.finish()
        #expect(count.live <= 1)
    }
}

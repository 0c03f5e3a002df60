import CIS
import TestSupport
import Testing

/// Slots of groups that have the same name in two scenes.
extension `G6 scope` {
    @Test func `an action shares no slot with its caller in another scene, though their groups have one name`() async {
        let (sample, other) = (SampleScene(), SampleScene())
        let policy = ActionPolicy.serial.group("g")
        let (gate, busy) = (Gate(), Gate())
        let order = Recorder<String>()
        let holder = other.perform("holder", policy: policy) { _ in
            await busy.pass()
            order.note("holder")
        }
        await busy.reached()
        let caller = sample.perform("caller", policy: policy) { _ in
            await other.runtime.run(.perform("callee", policy: policy) { _ in order.note("callee") })
            gate.open()
        }
        for _ in 1...3 { await mainActorJobsBehind() }
        #expect(order.entries.isEmpty)
        busy.open()
        await gate.pass()
        await holder.value
        await caller.value
        #expect(order.entries == ["holder", "callee"])
    }
}

import CIS
import TestSupport
import Testing

/// A deferred start ends when its action first suspends.
extension `G1 order` {
    @Test(.requiresStartInPlace)
    func `an action that a posted one executes behind its first suspension starts in place, each time`() async {
        let sample = SampleScene()
        for _ in 1...2 {
            let gate = Gate()
            let order = Recorder<String>()
            let posted = sample.runtime.post(
                .perform("posted") { [runtime = sample.runtime] _ in
                    await gate.pass()
                    runtime.execute(.perform("inner") { _ in order.note("inner") })
                    order.note("posted goes on")
                })
            await gate.reached()
            await mainActorJobsBehind()
            gate.open()
            await posted.value
            #expect(order.entries == ["inner", "posted goes on"])
        }
    }
}

import CIS
import TestSupport
import Testing

/// Actions that wait for a slot.
extension `Policy cancellation` {
    @Test func `a waiting action that is cancelled is dropped at once, though its group is still busy`() async {
        let sample = PolicyFixture()
        let running = sample.execute("a", .serial.group("g"))
        let waiting = sample.execute("b", .serial.group("g"))
        await sample.gate("a").reached()
        await mainActorJobsBehind()
        waiting.cancel()
        #expect(sample.fates == ["b dropped: cancelledBeforeStart"])
        #expect(sample.runtime.scheduledActionCount == 1)
        sample.open("a", "b")
        await running.value
        await waiting.value
        #expect(sample.recorder.entries == ["a begins", "a ends"])
    }
}

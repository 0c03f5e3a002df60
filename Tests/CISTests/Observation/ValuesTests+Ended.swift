import CIS
import TestSupport
import Testing

/// Iterations that have ended while their scene lives on.
extension `observing as a sequence` {
    @Test func `an iteration that was cancelled is not among the observers, though its iterator lives on`() async {
        let scene = FieldsScene()
        let first = Gate()
        let consumer = Task {
            var values = scene.runtime.values(\.large).makeAsyncIterator()
            _ = await values.next(isolation: #isolation)
            first.open()
            #expect(await values.next(isolation: #isolation) == nil)
            scene.store.change { $0.large = 1 }
            #expect(scene.runtime.listedObserverCount == 0)
            #expect(await values.next(isolation: #isolation) == nil)
        }
        await first.pass()
        consumer.cancel()
        await consumer.value
    }
}

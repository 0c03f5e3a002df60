import CIS
import TestSupport
import Testing

/// Iterations that have ended while their scene lives on.
extension `Observing as a sequence` {
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

    @Test func `a sequence has one reader: a copy of its iterator ends the call that waits`() async {
        let store = SampleStore()
        let runtime = SceneRuntime<Sample>(
            controller: SampleController(interactor: SampleInteractor(store: store), store: store), store: store)
        var values = runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 0)
        let readers = [values, values].map { copy in
            Task {
                var copy = copy
                return await copy.next(isolation: #isolation)
            }
        }
        let writer = Task { for _ in 0..<2 { store.execute(.add(1)) } }
        await writer.value
        #expect(await readers[0].value == nil)
        #expect(await readers[1].value == 1)
    }
}

import CIS
import TestSupport
import Testing

/// Events that follow the start of another scene's action.
extension `Causes of events` {
    @Test func `an output that a side effect sends behind another scene's action is caused by the side effect`() async {
        let (sample, other) = (SampleScene(), SampleScene())
        let log = EventLog()
        let tokens = [sample.runtime.attach(log), other.runtime.attach(log)]
        let tasks = TaskBox()
        sample.store.effects = { [outputs = sample.outputs, runtime = other.runtime] _, _ in
            tasks.add(runtime.execute(.perform("other") { _ in }))
            outputs.send(.told("behind"))
        }
        sample.store.execute(.add(1))
        await tasks.finish()
        let output = log.events.first { $0.kind.label == "output" }
        #expect(log.events.first { $0.id == output?.cause }?.kind.label == "sideEffects")
        for token in tokens { token.cancel() }
    }
}

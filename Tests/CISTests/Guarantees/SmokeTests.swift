import CIS
import Testing

@MainActor
@Suite struct `Smoke` {
    @Test func `an action becomes a state`() async {
        let sample = SampleScene()
        await sample.perform { await $0.interactor.execute(.perform { $0.store.execute(.add(1)) }) }.value
        #expect(sample.runtime.state.count == 1)
        #expect(sample.reports.kinds.isEmpty)
    }
}

import CIS
import Testing

/// Selectors that read other values of their scene.
extension `The state while it is being changed` {
    @Test func `a selector that mutates is reported, also if it has read a computed field before`() {
        let sample = SampleScene()
        let reading = Shared(true)
        let token = sample.runtime.observe { [runtime = sample.runtime, store = sample.store] state in
            if reading.value {
                reading.value = false
                _ = runtime.observed(\.doubled)
                store.execute(.add(1))
            }
            return state.flag
        } onChange: { _ in
        }
        #expect(sample.reports.kinds == [.mutatedInSelector])
        #expect(sample.store.state.count == 1)
        token.cancel()
    }
}

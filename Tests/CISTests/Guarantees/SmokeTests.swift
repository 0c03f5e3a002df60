import CIS
import Testing

@MainActor
@Suite struct `Smoke` {
    @Test func `an action becomes a state`() async {
        let lab = LabScene()
        await lab.perform { await $0.interactor.execute(.perform { $0.store.execute(.add(1)) }) }.value
        #expect(lab.runtime.state.count == 1)
        #expect(lab.reports.kinds.isEmpty)
    }
}

import CIS
import TestSupport
import Testing

/// The greatest length of a chain.
extension `Runaway loops` {
    @Test(arguments: [1_000, 1_001])
    func `a chain of 1,000 actions is no loop, and the action behind them is dropped`(length: Int) async {
        let sample = SampleScene()
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.count, initially: false) { count in
            if count <= length { tasks.add(sample.perform("link") { $0.store.execute(.add(1)) }) }
        }
        sample.store.execute(.add(1))
        await tasks.finish()
        #expect(sample.store.state.count == 1_001)
        #expect(sample.reports.all.count == length - 1_000)
        token.cancel()
    }
}

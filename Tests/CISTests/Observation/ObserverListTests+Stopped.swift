import CIS
import Testing

/// Observers of a scene that was stopped.
extension `The list of observers` {
    @Test func `an observer that comes after the stop is called once, and its closure is released`() {
        let sample = SampleScene()
        let live = LiveCount()
        let seen = Recorder<Int>()
        sample.runtime.stop()
        let token = {
            let probe = LifetimeProbe(live)
            return sample.runtime.observe(\.count) { count in
                withExtendedLifetime(probe) { seen.note(count) }
            }
        }()
        #expect(seen.entries == [0])
        #expect(live.live == 0)
        #expect(sample.runtime.listedObserverCount == 0)
        token.cancel()
    }
}

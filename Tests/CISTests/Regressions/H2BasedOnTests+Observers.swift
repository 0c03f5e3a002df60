import CIS
import Testing

/// Snapshots that are taken while a commit is announced.
extension `H2 based on a revision` {
    @Test func `a snapshot that an observer takes of a change makes the earlier one stale`() {
        let sample = SampleScene()
        let earlier = sample.store.domainSnapshot
        let taken = Recorder<Revision>()
        let token = sample.runtime.observe(\.domainState.total, initially: false) { [store = sample.store] _ in
            taken.note(store.domainSnapshot.revision)
        }
        sample.store.execute(.addToTotal(1))
        #expect(taken.entries.count == 1)
        #expect(taken.entries.allSatisfy { $0 > earlier.revision })
        #expect(!sample.store.execute(.addToTotal(10), basedOn: earlier.revision))
        token.cancel()
    }
}

import CIS
import Testing

/// The answer to H2: the mutations that `execute(_:basedOn:)` refuses, and those that it accepts.
@MainActor
@Suite struct `H2 based on a revision` {
    private let sample = SampleScene()

    @Test func `a mutation based on a fresh snapshot is applied`() {
        sample.store.execute(.addToTotal(1))
        let snapshot = sample.store.domainSnapshot
        #expect(snapshot.value.total == 1)
        #expect(sample.store.execute(.addToTotal(1), basedOn: snapshot.revision))
        #expect(sample.runtime.state.domainState.total == 2)
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `a mutation based on a domain state that has changed is refused with a diagnostic`() {
        let snapshot = sample.store.domainSnapshot
        sample.store.execute(.addToTotal(1))
        #expect(!sample.store.execute(.addToTotal(10), basedOn: snapshot.revision))
        #expect(sample.runtime.state.domainState.total == 1)
        #expect(sample.reports.kinds == [.mutationDropped(.stale)])
    }

    @Test func `a snapshot serves one change of the domain state`() {
        let snapshot = sample.store.domainSnapshot
        #expect(sample.store.execute(.addToTotal(1), basedOn: snapshot.revision))
        #expect(!sample.store.execute(.addToTotal(1), basedOn: snapshot.revision))
        #expect(sample.runtime.state.domainState.total == 1)
    }

    @Test func `changes of view state alone do not make a snapshot stale`() {
        let snapshot = sample.store.domainSnapshot
        sample.store.execute(.add(1))
        sample.store.execute(.append("x"))
        #expect(sample.store.execute(.addToTotal(1), basedOn: snapshot.revision))
    }

    @Test func `a domain state that has changed and changed back is refused`() {
        let snapshot = sample.store.domainSnapshot
        sample.store.execute(.addToTotal(1))
        sample.store.execute(.addToTotal(-1))
        #expect(!sample.store.execute(.addToTotal(1), basedOn: snapshot.revision))
    }

    @Test func `of two snapshots the older stays stale after the newer was taken`() {
        let older = sample.store.domainSnapshot
        sample.store.execute(.addToTotal(1))
        let newer = sample.store.domainSnapshot
        #expect(older.revision < newer.revision)
        #expect(!sample.store.execute(.addToTotal(1), basedOn: older.revision))
        #expect(sample.store.execute(.addToTotal(1), basedOn: newer.revision))
    }

    @Test func `two snapshots of one domain state have one revision`() {
        let first = sample.store.domainSnapshot
        sample.store.execute(.add(1))
        #expect(sample.store.domainSnapshot == first)
    }

    @Test func `a mutation based on a snapshot is refused while others wait that may change the domain state`() {
        let results = Recorder<Bool>()
        let token = sample.runtime.observe(\.flag, initially: false) { [store = sample.store] _ in
            let snapshot = store.domainSnapshot
            store.execute(.addToTotal(1))
            results.note(store.execute(.addToTotal(10), basedOn: snapshot.revision))
        }
        sample.store.execute(.setFlag(true))
        #expect(results.entries == [false])
        #expect(sample.runtime.state.domainState.total == 1)
        token.cancel()
    }

    @Test func `a domain state without equality is compared by its bits, also when changed in place`() {
        let scene = FieldsScene()
        scene.store.change { $0.domainState.items = [1, 2, 3] }
        let snapshot = scene.store.domainSnapshot
        scene.store.change { $0.large = 1 }
        #expect(scene.store.domainSnapshot.revision == snapshot.revision)
        scene.store.change { $0.domainState.items[0] = 7 }
        #expect(!scene.store.execute(Fields.Mutation { $0.domainState.total = 1 }, basedOn: snapshot.revision))
        #expect(snapshot.value.items == [1, 2, 3])
    }
}

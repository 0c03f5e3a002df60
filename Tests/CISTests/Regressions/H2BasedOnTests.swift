import CIS
import Testing

/// What `execute(_:basedOn:)` refuses and what it does not.
@MainActor
@Suite struct `H2 based on a revision` {
    private let lab = LabScene()

    @Test func `a mutation based on a fresh snapshot is applied`() {
        lab.store.execute(.addToTotal(1))
        let snapshot = lab.store.domainSnapshot
        #expect(snapshot.value.total == 1)
        #expect(lab.store.execute(.addToTotal(1), basedOn: snapshot.revision))
        #expect(lab.runtime.state.domainState.total == 2)
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `a mutation based on a domain state that has moved on is refused with a diagnostic`() {
        let snapshot = lab.store.domainSnapshot
        lab.store.execute(.addToTotal(1))
        #expect(!lab.store.execute(.addToTotal(10), basedOn: snapshot.revision))
        #expect(lab.runtime.state.domainState.total == 1)
        #expect(lab.reports.kinds == [.mutationDropped(.stale)])
    }

    @Test func `a snapshot serves one change of the domain state`() {
        let snapshot = lab.store.domainSnapshot
        #expect(lab.store.execute(.addToTotal(1), basedOn: snapshot.revision))
        #expect(!lab.store.execute(.addToTotal(1), basedOn: snapshot.revision))
        #expect(lab.runtime.state.domainState.total == 1)
    }

    @Test func `changes of view state alone do not make a snapshot stale`() {
        let snapshot = lab.store.domainSnapshot
        lab.store.execute(.add(1))
        lab.store.execute(.append("x"))
        #expect(lab.store.execute(.addToTotal(1), basedOn: snapshot.revision))
    }

    @Test func `a domain state that moved on and came back is refused`() {
        let snapshot = lab.store.domainSnapshot
        lab.store.execute(.addToTotal(1))
        lab.store.execute(.addToTotal(-1))
        #expect(!lab.store.execute(.addToTotal(1), basedOn: snapshot.revision))
    }

    @Test func `of two snapshots the older stays stale after the newer was taken`() {
        let older = lab.store.domainSnapshot
        lab.store.execute(.addToTotal(1))
        let newer = lab.store.domainSnapshot
        #expect(older.revision < newer.revision)
        #expect(!lab.store.execute(.addToTotal(1), basedOn: older.revision))
        #expect(lab.store.execute(.addToTotal(1), basedOn: newer.revision))
    }

    @Test func `two snapshots of one domain state have one revision`() {
        let first = lab.store.domainSnapshot
        lab.store.execute(.add(1))
        #expect(lab.store.domainSnapshot == first)
    }

    @Test func `a mutation based on a snapshot is refused while others wait that may change the domain state`() {
        let results = Trail<Bool>()
        let token = lab.runtime.observe(\.flag, initially: false) { [store = lab.store] _ in
            let snapshot = store.domainSnapshot
            store.execute(.addToTotal(1))
            results.note(store.execute(.addToTotal(10), basedOn: snapshot.revision))
        }
        lab.store.execute(.setFlag(true))
        #expect(results.entries == [false])
        #expect(lab.runtime.state.domainState.total == 1)
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

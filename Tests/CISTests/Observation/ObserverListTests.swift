import CIS
import TestSupport
import Testing

/// The list of observers is as long as what observes, and not as what ever did.
@MainActor
@Suite struct `The list of observers` {
    private let lab = LabScene()
    private let rows = Shared<[ObservationToken]>([])

    /// Ends the twenty rows there are, and registers twenty others, of a field that keeps its value.
    private func rebind() {
        for row in rows.value { row.cancel() }
        rows.value = (0..<20).map { _ in lab.runtime.observe(\.flag, initially: false) { _ in } }
    }

    @Test
    func `an observer that cancels and registers 20 others at every commit, for 100,000 commits, keeps the list short`()
    {
        let list = lab.runtime.observe(\.count, initially: false) { _ in rebind() }
        var longest = 0
        for _ in 0..<repetitions(100_000, atLeast: 1_000) {
            lab.store.execute(.add(1))
            longest = max(longest, lab.runtime.listedObserverCount)
        }
        #expect(rows.value.count == 20)
        #expect(longest <= 3 * 21)
        list.cancel()
        rows.value = []
    }

    @Test func `rows that are bound again within one long commit keep the list short`() {
        let commits = repetitions(100_000, atLeast: 1_000)
        let longest = Shared(0)
        let list = lab.runtime.observe(\.count, initially: false) { [lab] count in
            rebind()
            longest.value = max(longest.value, lab.runtime.listedObserverCount)
            if count < commits { lab.store.execute(.add(1)) }
        }
        lab.store.execute(.add(1))
        #expect(lab.store.state.count == commits)
        #expect(longest.value <= 3 * 21)
        list.cancel()
        rows.value = []
    }

    @Test func `rows that are bound again outside of commits keep the list short`() {
        var longest = 0
        for _ in 0..<repetitions(100_000, atLeast: 1_000) {
            rebind()
            longest = max(longest, lab.runtime.listedObserverCount)
        }
        #expect(longest <= 3 * 20)
        rows.value = []
    }

    @Test func `rows whose owners have gone leave the list when others come`() {
        var longest = 0
        for _ in 0..<repetitions(10_000, atLeast: 1_000) {
            let owner = Owner()
            lab.runtime.observe(\.flag, on: owner) { _, _ in }
            longest = max(longest, lab.runtime.listedObserverCount)
        }
        #expect(longest <= 32)
    }

    @Test func `no observer is forgotten when others leave the list`() {
        let trail = Trail<Int>()
        let kept = (0..<50).map { number in
            lab.runtime.observe(\.flag, initially: false) { _ in trail.note(number) }
        }
        for _ in 0..<100 { rebind() }
        rows.value = []
        lab.store.execute(.setFlag(true))
        #expect(trail.entries == Array(0..<50))
        for token in kept { token.cancel() }
    }

    @Test func `a list that empties while it is pruned takes new observers`() {
        let trail = Trail<Bool>()
        for _ in 0..<100 { rebind() }
        rows.value = []
        lab.store.execute(.setFlag(true))
        #expect(lab.runtime.listedObserverCount == 0)
        let token = lab.runtime.observe(\.flag) { trail.note($0) }
        lab.store.execute(.setFlag(false))
        #expect(trail.entries == [true, false])
        token.cancel()
    }
}

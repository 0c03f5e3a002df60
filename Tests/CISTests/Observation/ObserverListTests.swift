import CIS
import TestSupport
import Testing

/// The list contains only current observers, and not former ones.
@MainActor
@Suite struct `The list of observers` {
    private let sample = SampleScene()
    private let rows = Shared<[ObservationToken]>([])

    /// Ends the twenty observers, and registers twenty others of a field that keeps its value.
    private func rebind() {
        for row in rows.value { row.cancel() }
        rows.value = (0..<20).map { _ in sample.runtime.observe(\.flag, initially: false) { _ in } }
    }

    @Test
    func `an observer that cancels and registers 20 others at every commit, for 100,000 commits, keeps the list short`()
    {
        let list = sample.runtime.observe(\.count, initially: false) { _ in rebind() }
        var longest = 0
        for _ in 0..<repetitions(100_000, atLeast: 1_000) {
            sample.store.execute(.add(1))
            longest = max(longest, sample.runtime.listedObserverCount)
        }
        #expect(rows.value.count == 20)
        #expect(longest <= 3 * 21)
        list.cancel()
        rows.value = []
    }

    @Test func `rows that are bound again within one long commit do not make the list grow`() {
        let commits = repetitions(100_000, atLeast: 1_000)
        let longest = Shared(0)
        let list = sample.runtime.observe(\.count, initially: false) { [sample] count in
            rebind()
            longest.value = max(longest.value, sample.runtime.listedObserverCount)
            if count < commits { sample.store.execute(.add(1)) }
        }
        sample.store.execute(.add(1))
        #expect(sample.store.state.count == commits)
        #expect(longest.value <= 3 * 21)
        list.cancel()
        rows.value = []
    }

    @Test func `rows that are bound again outside of commits do not make the list grow`() {
        var longest = 0
        for _ in 0..<repetitions(100_000, atLeast: 1_000) {
            rebind()
            longest = max(longest, sample.runtime.listedObserverCount)
        }
        #expect(longest <= 3 * 20)
        rows.value = []
    }

    @Test func `rows whose owners have gone leave the list when others come`() {
        var longest = 0
        for _ in 0..<repetitions(10_000, atLeast: 1_000) {
            let owner = Owner()
            sample.runtime.observe(\.flag, on: owner) { _, _ in }
            longest = max(longest, sample.runtime.listedObserverCount)
        }
        #expect(longest <= 32)
    }

    @Test func `no observer is forgotten when others leave the list`() {
        let recorder = Recorder<Int>()
        let kept = (0..<50).map { number in
            sample.runtime.observe(\.flag, initially: false) { _ in recorder.note(number) }
        }
        for _ in 0..<100 { rebind() }
        rows.value = []
        sample.store.execute(.setFlag(true))
        #expect(recorder.entries == Array(0..<50))
        for token in kept { token.cancel() }
    }

    @Test func `a list that empties while it is pruned takes new observers`() {
        let recorder = Recorder<Bool>()
        for _ in 0..<100 { rebind() }
        rows.value = []
        sample.store.execute(.setFlag(true))
        #expect(sample.runtime.listedObserverCount == 0)
        let token = sample.runtime.observe(\.flag) { recorder.note($0) }
        sample.store.execute(.setFlag(false))
        #expect(recorder.entries == [true, false])
        token.cancel()
    }

    // The object is released when the list is consistent again.
    @Test func `objects of observers whose owners were released may register observers in their deinit`() {
        let recorder = Recorder<Int>()
        let kept = Shared<[ObservationToken]>([])
        let runtime = sample.runtime
        for number in 0..<200 {
            kept.value.append(runtime.observe(\.flag, initially: false) { _ in recorder.note(number) })
            let owner = Owner()
            let held = Tripwire {
                kept.value.append(runtime.observe(\.flag, initially: false) { _ in recorder.note(200 + number) })
            }
            runtime.observe(\.flag, on: owner, initially: false) { _, _ in withExtendedLifetime(held) {} }
        }
        sample.store.execute(.setFlag(true))
        let earlier = recorder.entries.count
        sample.store.execute(.setFlag(false))
        #expect(recorder.entries.dropFirst(earlier).sorted() == Array(0..<400))
        #expect(runtime.listedObserverCount == 400)
        for token in kept.value { token.cancel() }
        kept.value = []
    }

    // If the list has the last reference to an owner for a moment, the owner is released here, and may register other
    // observers.
    @Test func `owners released on another thread during a pass leave the list consistent`() async {
        for _ in 0..<repetitions(2_000, atLeast: 20) {
            let sample = SampleScene()
            let owners = LockedValue<[Leaver]>((0..<200).map { _ in Leaver(sample) })
            for owner in owners.withLock({ $0 }) {
                sample.runtime.observe(\.flag, on: owner, initially: false) { _, _ in }
            }
            async let releases: Void = Leaver.release(owners)
            while owners.withLock({ !$0.isEmpty }) {
                for _ in 0..<200 { sample.runtime.observe(\.flag, initially: false) { _ in }.cancel() }
            }
            await releases
            let recorder = Recorder<Bool>()
            let token = sample.runtime.observe(\.flag, initially: false) { recorder.note($0) }
            sample.store.execute(.setFlag(true))
            #expect(recorder.entries == [true])
            token.cancel()
        }
    }
}

/// An owner that registers and ends observers when it is released on the main actor.
private final class Leaver: Sendable {
    private let sample: SampleScene
    private let home = threadNumber()

    @MainActor
    init(_ sample: SampleScene) {
        self.sample = sample
    }

    deinit {
        guard threadNumber() == home else { return }
        MainActor.assumeIsolated { [sample] in sample.runtime.observe(\.flag, initially: false) { _ in }.cancel() }
    }

    @concurrent
    static func release(_ owners: LockedValue<[Leaver]>) async {
        while let owner = owners.withLock({ $0.popLast() }) { withExtendedLifetime(owner) {} }
    }
}

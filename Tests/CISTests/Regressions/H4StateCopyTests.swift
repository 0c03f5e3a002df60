import CIS
import Observation
import Testing

/// H4 of the article MigratingFromCleanSwift: `state = execute(state: state, …)` kept two copies alive, so that the first
/// write to an array copied all of it. Here the array is not copied, regardless of its observers.
@MainActor
@Suite struct `H4 state copy` {
    private let sample = SampleScene(Sample.State(items: Array(repeating: 0, count: 100_000)))

    /// The address of the elements of the array.
    private func buffer() -> UInt {
        sample.store.state.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }

    /// Changes elements, and checks that the array was not copied.
    private func expectNoCopy(_ mutations: Int = 10) {
        let before = buffer()
        for index in 0..<mutations {
            sample.store.execute(.setItem(index, sample.store.state.items[index] + 1))
            #expect(buffer() == before)
        }
    }

    @Test func `a mutation does not copy an array in the state`() {
        expectNoCopy()
        #expect(sample.runtime.state.items.prefix(11) == [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
    }

    @Test func `a mutation does not copy an array of which an observer reads the count`() {
        let calls = Shared(0)
        let tokens = [
            sample.runtime.observe(\.items.count) { _ in calls.value += 1 },
            sample.runtime.observe({ $0.items.count }, onChange: { _ in calls.value += 1 }),
            sample.runtime.observeEveryCommit({ $0.items.count }, onChange: { _ in calls.value += 1 }),
            sample.runtime.observe({ $0.items[0] }, delivery: .oncePerTurn, onChange: { _ in calls.value += 1 }),
        ]
        expectNoCopy()
        #expect(calls.value == 14)
        for token in tokens { token.cancel() }
    }

    @Test func `a mutation does not copy an array that side effects read`() {
        let sum = Shared(0)
        sample.store.effects = { _, state in sum.value += state.items[0] }
        expectNoCopy()
        #expect(sum.value == 10)
        sample.store.effects = nil
    }

    @Test func `a mutation does not copy an array of a state that the Observation framework tracks`() {
        let calls = Shared(0)
        let before = buffer()
        for number in 1...5 {
            withObservationTracking {
                _ = sample.runtime.observed(\.items.count)
                _ = sample.runtime.state.items.count
            } onChange: {
                MainActor.assumeIsolated { calls.value += 1 }
            }
            sample.store.execute(.setItem(0, number))
            #expect(buffer() == before)
        }
        #expect(calls.value == 5)
    }

    @Test func `a tracked array is copied by its next change, once, and not by other changes`() {
        withObservationTracking {
            _ = sample.runtime.observed(\.items).count
        } onChange: {
        }
        let before = buffer()
        sample.store.execute(.setFlag(true))
        #expect(buffer() == before)
        sample.store.execute(.setItem(0, 1))
        let after = buffer()
        #expect(after != before)
        for number in 1...5 { sample.store.execute(.setItem(0, number)) }
        #expect(buffer() == after)
    }

    @Test func `a mutation does not copy an array in a traced scene`() {
        let log = EventLog()
        let attached = sample.runtime.attach(log)
        expectNoCopy()
        #expect(log.commits.count == 10)
        attached.cancel()
    }

    @Test func `a mutation does not copy an array of view state after a domain snapshot was taken`() {
        let snapshot = sample.store.domainSnapshot
        expectNoCopy()
        #expect(snapshot.value.total == 0)
    }

    @Test func `a mutation that waits for another does not copy an array`() {
        let before = buffer()
        let token = sample.runtime.observe(\.count, initially: false) { [store = sample.store] _ in
            for index in 0..<10 { store.execute(.setItem(index, 1)) }
        }
        sample.store.execute(.add(1))
        #expect(sample.store.state.items[9] == 1)
        #expect(buffer() == before)
        token.cancel()
    }

    @Test func `a mutation of an action does not copy an array`() async {
        let before = buffer()
        await sample.perform { controller in
            await controller.interactor.execute(.perform { $0.store.execute(.setItem(0, 1)) })
            controller.store.execute(.setItem(1, 1))
        }.value
        #expect(buffer() == before)
    }

    @Test func `a mutation copies an array that is also kept elsewhere, and does not change that copy`() {
        let kept = sample.runtime.state.items
        let before = buffer()
        sample.store.execute(.setItem(0, 1))
        #expect(buffer() != before)
        #expect(kept[0] == 0)
    }
}

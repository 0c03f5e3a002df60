import CIS
import Observation
import Testing

/// "The library copies no state". The tests check that buffers keep their address, and use values that count their
/// copies.
@MainActor
@Suite struct `G10 cost` {
    /// An unusual condition under which a scene is mutated.
    enum Circumstance: CaseIterable {
        case nothing, observed, observedByClosure, observedOncePerTurn, tracked, fieldTracked, traced, snapshotTaken
    }

    @Test(arguments: Circumstance.allCases)
    func `a mutation copies nothing and changes the state in place`(under circumstance: Circumstance) {
        let store = CopyCountingStore()
        let runtime = SceneRuntime<CopyCounting>(controller: IdleController<Never>(), store: store)
        let tokens = set(up: circumstance, for: runtime, store)
        for _ in 0..<100 {
            store.execute(.restock)
            store.execute(.tick)
        }
        #expect(runtime.state.ticks == 100)
        #expect(runtime.state.stock.copies == 0)
        #expect(runtime.state.addresses.count == 1)
        withExtendedLifetime(tokens) {}
    }

    private func set(
        up circumstance: Circumstance, for runtime: SceneRuntime<CopyCounting>, _ store: CopyCountingStore
    ) -> [ObservationToken] {
        switch circumstance {
        case .nothing: return []
        case .observed: return [runtime.observe(\.ticks) { _ in }]
        case .observedByClosure: return [runtime.observe({ $0.ticks + $0.stock.copies }) { _ in }]
        case .observedOncePerTurn: return [runtime.observe(\.ticks, delivery: .oncePerTurn) { _ in }]
        case .tracked:
            withObservationTracking {
                _ = runtime.state
            } onChange: {
            }
        case .fieldTracked:
            withObservationTracking {
                _ = runtime.observed(\.ticks)
            } onChange: {
            }
        case .traced: return [runtime.attach(EventLog())]
        case .snapshotTaken: _ = store.domainSnapshot
        }
        return []
    }

    @Test func `mutations from inside a commit copy nothing either`() {
        let store = CopyCountingStore()
        let runtime = SceneRuntime<CopyCounting>(controller: IdleController<Never>(), store: store)
        let token = runtime.observe(\.ticks, initially: false) { [weak store] ticks in
            guard ticks < 100 else { return }
            store?.execute(.restock)
            store?.execute(.tick)
        }
        store.execute(.tick)
        #expect(runtime.state.ticks == 100)
        #expect(runtime.state.stock.copies == 0)
        #expect(runtime.state.addresses.count == 1)
        token.cancel()
    }

    @Test func `a copy of a value that is kept costs one copy at the next write, and no more`() {
        let store = CopyCountingStore()
        let runtime = SceneRuntime<CopyCounting>(controller: IdleController<Never>(), store: store)
        let kept = runtime.state
        for _ in 0..<10 { store.execute(.restock) }
        #expect(runtime.state.stock.copies == 1)
        #expect(kept.stock.copies == 0)
    }

    @Test(arguments: [1, 1_000, 100_000])
    func `an array keeps its buffer, however long it is`(count: Int) {
        let sample = SampleScene(Sample.State(items: Array(repeating: 0, count: count)))
        let token = sample.runtime.observe(\.count) { _ in }
        let before = buffer(of: sample.store)
        for number in 0..<100 {
            sample.store.execute(.setItem(count - 1, number))
            sample.store.execute(.add(1))
        }
        #expect(buffer(of: sample.store) == before)
        #expect(sample.store.state.items[count - 1] == 99)
        token.cancel()
    }

    private func buffer(of store: SampleStore) -> UInt {
        store.state.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
}

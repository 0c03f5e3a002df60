import CIS
import TestSupport
import Testing

extension `G2 mutation` {
    @MainActor
    @Suite struct `re-entrant` {
        // MARK: Never lost

        @Test(arguments: UInt64(1)...20)
        func `no mutation is lost when observers and side effects execute mutations`(seed: UInt64) {
            let sample = SampleScene()
            let dice = Shared(Dice(seed: seed))
            let executed = Shared(0)
            let limit = repetitions(2_000, atLeast: fewerWhenSanitized(400))
            let burst = { [store = sample.store] in
                guard executed.value < limit else { return }
                for _ in 0..<Int.random(in: 0...3, using: &dice.value) {
                    let number = executed.value
                    executed.value += 1
                    store.execute(.append("\(number)"))
                }
            }
            let tokens = [
                sample.runtime.observe(\.log) { _ in burst() },
                sample.runtime.observe({ $0.log.count }, onChange: { _ in burst() }),
            ]
            sample.store.effects = { _, _ in burst() }
            for _ in 0..<50 { burst() }
            let isComplete = sample.runtime.state.log == (0..<executed.value).map(String.init)
            #expect(isComplete, "seed \(seed)")
            #expect(sample.reports.kinds.isEmpty)
            for token in tokens { token.cancel() }
            sample.store.effects = nil
        }

        @Test func `a route presented from the dismiss handler is the final one`() {
            let store = RoutingStore(presenting: .sheet)
            let runtime = SceneRuntime<Routing>(controller: IdleController(), store: store)
            store.dismissHandler = { [weak store] in store?.execute(.present(.alert)) }
            store.execute(.dismiss)
            #expect(runtime.state.route == .alert)
        }

        @Test func `a route presented by the observer of a dismissal is the final one`() {
            let store = RoutingStore(presenting: .sheet)
            let runtime = SceneRuntime<Routing>(controller: IdleController(), store: store)
            let seen = Recorder<Routing.Route?>()
            let handler = runtime.observe(\.route, initially: false) { [weak store] route in
                if route == nil { store?.execute(.present(.alert)) }
            }
            let viewer = runtime.observe(\.route) { seen.note($0) }
            store.execute(.dismiss)
            #expect(runtime.state.route == .alert)
            #expect(seen.entries == [.sheet, nil, .alert])
            handler.cancel()
            viewer.cancel()
        }

        // MARK: A million mutations

        @Test func `a million mutations of an observer, each in answer to the last, need a flat stack`() {
            let count = LiveCount()
            let span = StackSpan()
            let store = ObjectSceneStore()
            let runtime = SceneRuntime<ObjectScene>(controller: IdleController(), store: store)
            let token = runtime.observe(\.passed) { [store] passed in
                span.mark()
                if passed < million { store.execute(.pass(LifetimeProbe(count))) }
            }
            #expect(runtime.state.passed == million)
            #expect(span.bytes < flatStackBytes)
            #expect(count.peak <= 4)
            #expect(count.live == 0)
            token.cancel()
        }

        @Test func `a queue that is never empty holds only its waiting mutations`() {
            let count = LiveCount()
            let store = ObjectSceneStore()
            let runtime = SceneRuntime<ObjectScene>(controller: IdleController(), store: store)
            let window = 1_000
            let total = repetitions(200_000, atLeast: 2_000)
            let token = runtime.observe(\.passed, initially: false) { [store] passed in
                let more = passed == 1 ? window : 1
                if passed + window <= total {
                    for _ in 0..<more { store.execute(.pass(LifetimeProbe(count))) }
                }
            }
            store.execute(.pass(LifetimeProbe(count)))
            #expect(runtime.state.passed == total)
            #expect(count.peak <= window + 4)
            #expect(count.live == 0)
            token.cancel()
        }

        @Test func `mutations executed in one callback, however many, are applied in order`() {
            let sample = SampleScene(Sample.State(items: [0]))
            let total = repetitions(300_000)
            let token = sample.runtime.observe(\.flag, initially: false) { [store = sample.store] _ in
                for number in 1...total { store.execute(.setItem(0, number)) }
            }
            let next = Shared(1)
            let isOrdered = Shared(true)
            let order = sample.runtime.observe({ $0.items.first ?? 0 }, initially: false) { item in
                isOrdered.value = isOrdered.value && item == next.value
                next.value += 1
            }
            sample.store.execute(.setFlag(true))
            #expect(next.value == total + 1)
            #expect(isOrdered.value)
            token.cancel()
            order.cancel()
        }
    }
}

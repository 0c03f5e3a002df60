import CIS
import Testing

extension `G3 observers` {
    /// Edge case 55: values that are not equal to themselves.
    @MainActor
    @Suite struct `of values that differ from themselves` {
        private let fixture = ReadingsScene()
        private let recorder = Recorder<String>()
        private var scene: SceneRuntime<Readings> { fixture.scene }

        /// Never equal.
        struct Never: Equatable {
            let number: Int
            static func == (lhs: Never, rhs: Never) -> Bool { false }
        }

        init() {
            fixture.change {
                $0.number = .nan
                $0.price = Readings.Price(amount: .nan, currency: String(repeating: "€", count: 20))
                $0.numbers = [1, .nan]
                $0.perhaps = .nan
            }
        }

        /// Returns how often an observer is called in ten commits of other fields.
        private func calls<Value: Equatable>(_ selector: @escaping (borrowing Readings.State) -> Value) -> Int {
            let count = Shared(0)
            let token = scene.observe(selector, initially: false) { _ in count.value += 1 }
            for _ in 0..<10 { fixture.change { $0.other += 1 } }
            token.cancel()
            return count.value
        }

        private func calls<Value: Equatable>(
            _ field: KeyPath<Readings.State, Value>,
            when change: @escaping @Sendable (inout Readings.State) -> Void = { $0.other += 1 }
        ) -> Int {
            let count = Shared(0)
            let token = scene.observe(field, initially: false) { _ in count.value += 1 }
            let told = fixture.told {
                _ = $0.observed(field)
            } when: {
                for _ in 0..<10 { fixture.change(change) }
            }
            token.cancel()
            return count.value + 100 * told
        }

        @Test func `by path, they have changed only if their bits have`() {
            #expect(calls(\.number) == 0)
            #expect(calls(\.price) == 0)
            #expect(calls(\.price.amount) == 0)
            #expect(calls(\.numbers) == 0)
            #expect(calls(\.numbers[1]) == 0)
            #expect(calls(\.perhaps) == 0)
            #expect(calls(\.perhaps!) == 0)
        }

        @Test func `by closure, they have changed only if their bits have`() {
            #expect(calls { $0.number } == 0)
            #expect(calls { $0.price } == 0)
            #expect(calls { $0.numbers } == 0)
            #expect(calls { $0.perhaps } == 0)
            #expect(calls { _ in Never(number: 1) } == 0)
        }

        @Test func `in a new value around them, they have changed only if their bits have`() {
            #expect(calls { [$0.number] } == 0)
            #expect(calls { [$0.price, $0.price] } == 0)
            #expect(calls { [[$0.number], [1]] } == 0)
            #expect(calls { Optional([$0.number]) } == 0)
            #expect(calls { ["a": $0.number, "b": 1] } == 0)
            #expect(calls { Result<[Double], Failure>.success([$0.number]) } == 0)
            #expect(
                calls { $0.numbers.map { Readings.Price(amount: $0, currency: "\($0), written out at length") } } == 0)
        }

        @Test func `in a slice, a set or the keys of a dictionary, they have changed only if their bits have`() {
            #expect(calls { $0.numbers.map { $0 }[0...] } == 0)
            #expect(calls { ContiguousArray($0.numbers.map { $0 }) } == 0)
            #expect(calls { Set([$0.number, $0.number, 1, 2]) } == 0)
            #expect(calls { [$0.number: 1, 2: 3] } == 0)
            #expect(calls { Set([$0.number, Double($0.other)]) } == 10)
            #expect(calls { [$0.number: $0.other] } == 10)
        }

        @Test func `in a list, they have changed only if their bits or their scenes have`() {
            fixture.change { $0.weights = [Readings.Weight(id: 1, value: .nan)] }
            #expect(calls(\.weights, when: { $0.weights.replaceAll(with: Array($0.weights)) }) == 0)
            #expect(calls(\.weights, when: { $0.weights = SceneList(Array($0.weights)) }) == 110)
        }

        struct Failure: Error, Equatable {}

        @Test func `an equal value in other memory is no change`() {
            let change: @Sendable (inout Readings.State) -> Void = {
                $0.numbers = [1, .nan]
                $0.price = Readings.Price(amount: .nan, currency: String(repeating: "€", count: 20))
                $0.number = .nan
            }
            #expect(calls(\.numbers, when: change) == 0)
            #expect(calls(\.price, when: change) == 0)
            #expect(calls(\.number, when: change) == 0)
        }

        @Test func `other bits are a change`() {
            let signalling: @Sendable (inout Readings.State) -> Void = {
                let payload = Double(nan: UInt64($0.other), signaling: false)
                $0.other += 1
                $0.number = payload
                $0.numbers = [1, payload]
                $0.price.amount = payload
            }
            fixture.change(signalling)
            #expect(calls(\.number, when: signalling) == 110)
            #expect(calls(\.numbers, when: signalling) == 110)
            #expect(calls(\.price, when: signalling) == 110)
        }

        @Test func `beside them, another change is noticed`() {
            #expect(calls(\.numbers, when: { $0.numbers[0] += 1 }) == 110)
            #expect(calls(\.numbers, when: { $0.numbers.append(1) }) == 110)
            #expect(calls(\.price, when: { $0.price.currency += "x" }) == 110)
        }

        @Test func `an observer that executes a mutation comes to an end`() {
            let count = Shared(0)
            let token = scene.observe({ [$0.number] }, initially: false) { [fixture] _ in
                count.value += 1
                if count.value < 1_000 { fixture.change { $0.other += 1 } }
            }
            fixture.change { $0.other += 1 }
            fixture.change { $0.number = 1 }
            #expect(count.value == 1)
            token.cancel()
        }

        @Test func `a sequence of values has no value for a commit that does not change them`() async {
            var values = scene.values(\.numbers, buffering: .all).makeAsyncIterator()
            _ = await values.next()
            fixture.change { $0.numbers = [1, .nan] }
            fixture.change { $0.numbers = [2] }
            // Ends the sequence.
            scene.stop()
            #expect(await values.next() == [2])
        }

        @Test func `a domain state that is not equal to itself does not refuse mutations based on it`() {
            let store = UnequalStore()
            let snapshot = store.domainSnapshot
            store.execute(1)
            #expect(store.execute(2, basedOn: snapshot.revision))
        }
    }
}

@MainActor
private final class UnequalStore: Store {
    struct State: SceneState {
        var other = 0
        var domainState = DomainState()
        struct DomainState: Sendable, Equatable { var number = Double.nan }
    }

    let publisher = StatePublisher(State())

    nonisolated static func mutate(_ state: inout State, by mutation: Int) { state.other = mutation }
}

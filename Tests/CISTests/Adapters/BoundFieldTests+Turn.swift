import CIS
import TestSupport
import Testing

/// What is read between the jobs of a turn in which a control has set values.
extension `Bound field` {
    /// A field whose store takes the limit for greater values, in a scene that defers every start.
    private func deferredField(limit: Int) -> (sample: SampleScene, field: BoundField<Sample, Int>) {
        let sample = SampleScene()
        sample.runtime.deferEveryStart()
        let field = BoundField(\.count, of: sample.runtime) { [store = sample.store] (value: Int) in
            .perform { _ in store.execute(.add(min(value, limit) - store.state.count)) }
        }
        return (sample, field)
    }

    @Test func `as soon as its action has begun, a value is what the store has made of it`() async {
        let (sample, field) = deferredField(limit: 3)
        let seen = Recorder<Int>()
        let token = sample.runtime.observe(\.count, initially: false) { _ in seen.note(field.value) }
        field.set(5)
        #expect(field.value == 5)
        await mainActorJobsBehind()
        #expect(seen.entries == [3])
        token.cancel()
    }

    @Test func `of two values set in one turn the last is read back until its own action has begun`() async {
        let (sample, field) = deferredField(limit: 100)
        let between = Recorder<Int>()
        field.set(1)
        let reading = Task { between.note(field.value) }
        field.set(2)
        await reading.value
        await mainActorJobsBehind()
        #expect(between.entries == [2])
        #expect(sample.runtime.state.count == 2)
    }

    @Test func `of two values set in one turn the last is read back, also if the first is held back`() async {
        let sample = SampleScene()
        func shown(setting value: Int, _ policy: ActionPolicy) -> Int {
            let field = BoundField(\.count, of: sample.runtime) { [store = sample.store] (value: Int) in
                .perform("set \(value)", policy: policy) { _ in store.execute(.add(value - store.state.count)) }
            }
            field.set(value)
            return field.value
        }
        #expect(shown(setting: 1, .latest.debounced(for: .seconds(60))) == 1)
        #expect(shown(setting: 2, .concurrent) == 2)
        await mainActorJobsBehind()
        #expect(sample.runtime.state.count == 2)
    }
}

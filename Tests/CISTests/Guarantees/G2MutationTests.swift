import CIS
import Observation
import TestSupport
import Testing

@MainActor
@Suite struct `G2 mutation` {
    private let sample = SampleScene()
    private let recorder = Recorder<String>()

    // MARK: One at a time

    @Test func `mutations are applied in the order they were executed`() {
        for name in ["a", "b", "c"] { sample.store.execute(.append(name)) }
        #expect(sample.runtime.state.log == ["a", "b", "c"])
    }

    @Test func `a mutation is applied before execute returns`() async {
        await sample.perform { controller in
            await controller.interactor.execute(
                .perform { [recorder] interactor in
                    interactor.store.execute(.addToTotal(2))
                    recorder.note("total \(interactor.store.domainState.total)")
                })
        }.value
        #expect(recorder.entries == ["total 2"])
    }

    @Test func `mutations executed during a notification wait in line, first in first out`() {
        let token = sample.runtime.observe(\.flag, initially: false) { [store = sample.store] _ in
            for name in ["a", "b", "c"] { store.execute(.append(name)) }
        }
        let nested = sample.runtime.observe(\.log, initially: false) { [store = sample.store] log in
            if log == ["a"] { store.execute(.append("caused by a")) }
        }
        sample.store.execute(.setFlag(true))
        #expect(sample.runtime.state.log == ["a", "b", "c", "caused by a"])
        token.cancel()
        nested.cancel()
    }

    // MARK: Never nested

    @Test func `a mutation executed by an observer is not applied while the observer runs`() {
        let token = sample.runtime.observe(\.count) { [sample, recorder] count in
            guard count == 1 else { return }
            sample.store.execute(.append("nested"))
            recorder.note("\(sample.store.state.log)")
        }
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["[]"])
        #expect(sample.runtime.state.log == ["nested"])
        token.cancel()
    }

    @Test func `a mutation executed by an observer's first call is not applied while it runs`() {
        let token = sample.runtime.observe(\.count) { [sample, recorder] _ in
            sample.store.execute(.append("nested"))
            recorder.note("\(sample.store.state.log)")
        }
        #expect(recorder.entries == ["[]"])
        #expect(sample.runtime.state.log == ["nested"])
        token.cancel()
    }

    @Test func `a mutation executed by a side effect is not applied while the side effect runs`() {
        sample.store.effects = { [store = sample.store, recorder] mutation, _ in
            guard mutation == .add(1) else { return }
            store.execute(.append("nested"))
            recorder.note("\(store.state.log)")
        }
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["[]"])
        #expect(sample.runtime.state.log == ["nested"])
        sample.store.effects = nil
    }

    @Test(.requiresStartInPlace)
    func `a mutation that another scene's action, started in place, executes in a notification waits in line`() {
        let other = SampleScene()
        let token = sample.runtime.observe(\.count, initially: false) { [sample, recorder] count in
            guard count == 1 else { return }
            other.perform { _ in sample.store.execute(.append("nested")) }
            recorder.note("\(sample.store.state.log)")
        }
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["[]"])
        #expect(sample.runtime.state.log == ["nested"])
        token.cancel()
    }

    // MARK: Before the outermost execute returns

    @Test func `a mutation that an observer executes is applied before the outermost execute returns`() {
        let token = sample.runtime.observe(\.count, initially: false) { [store = sample.store] count in
            if count < 10 { store.execute(.add(1)) }
        }
        sample.store.execute(.add(1))
        #expect(sample.runtime.state.count == 10)
        token.cancel()
    }

    @Test func `a mutation that a side effect executes is applied before the outermost execute returns`() {
        sample.store.effects = { [store = sample.store] _, state in
            if state.count < 10 { store.execute(.add(1)) }
        }
        sample.store.execute(.add(1))
        #expect(sample.runtime.state.count == 10)
        sample.store.effects = nil
    }

    @Test func `a mutation that an observer's first call executes is applied before observe returns`() {
        let token = sample.runtime.observe(\.count) { [store = sample.store] count in
            if count < 3 { store.execute(.add(1)) }
        }
        #expect(sample.runtime.state.count == 3)
        token.cancel()
    }

    @Test func `a mutation that an invalidated reader executes is applied before the outermost execute returns`() {
        withObservationTracking {
            _ = sample.runtime.observed(\.count)
        } onChange: { [store = sample.store] in
            MainActor.assumeIsolated { store.execute(.append("nested")) }
        }
        sample.store.execute(.add(1))
        #expect(sample.runtime.state.log == ["nested"])
    }

    @Test func `a mutation that an observer executes once per turn is applied in the same turn`() async {
        let token = sample.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) {
            [store = sample.store] _ in
            store.execute(.append("nested"))
        }
        sample.store.execute(.add(1))
        let read = Task { [runtime = sample.runtime] in runtime.state.log }
        #expect(await read.value == ["nested"])
        token.cancel()
    }

    // MARK: The order of one commit

    @Test func `a commit changes, invalidates, notifies and performs effects before the next mutation is applied`() {
        withObservationTracking {
            _ = sample.runtime.state
        } onChange: { [store = sample.store, recorder] in
            MainActor.assumeIsolated {
                store.execute(.add(10))
                recorder.note("invalidated at \(store.state.count)")
            }
        }
        sample.store.effects = { [recorder] _, state in recorder.note("effect at \(state.count)") }
        let tokens = ["first", "second"].map { name in
            sample.runtime.observe(\.count, initially: false) { [recorder] in recorder.note("\(name) at \($0)") }
        }
        sample.store.execute(.add(1))
        #expect(
            recorder.entries == [
                "invalidated at 1", "first at 1", "second at 1", "effect at 1",
                "first at 11", "second at 11", "effect at 11",
            ])
        for token in tokens { token.cancel() }
        sample.store.effects = nil
    }

    @Test func `events of one commit lie within each other in the order of the commit`() {
        let log = EventLog()
        let attached = sample.runtime.attach(log)
        sample.store.effects = { [store = sample.store] mutation, _ in
            if mutation == .add(1) { store.execute(.setFlag(true)) }
        }
        sample.store.execute(.add(1))
        let kinds = log.lines.map { line in line.split(separator: "(").first.map(String.init) ?? line }
        let one = ["+ mutation", "+ commit", "- commit", "+ sideEffects", "- sideEffects", "- mutation"]
        #expect(kinds == one + one)
        attached.cancel()
        sample.store.effects = nil
    }
}

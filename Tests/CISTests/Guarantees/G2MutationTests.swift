import CIS
import Observation
import Testing

@MainActor
@Suite struct `G2 mutation` {
    private let lab = LabScene()
    private let trail = Trail<String>()

    // MARK: One at a time

    @Test func `mutations are applied in the order they were executed`() {
        for name in ["a", "b", "c"] { lab.store.execute(.append(name)) }
        #expect(lab.runtime.state.log == ["a", "b", "c"])
    }

    @Test func `a mutation is applied before execute returns`() async {
        await lab.perform { controller in
            await controller.interactor.execute(
                .perform { [trail] interactor in
                    interactor.store.execute(.addToTotal(2))
                    trail.note("total \(interactor.store.domainState.total)")
                })
        }.value
        #expect(trail.entries == ["total 2"])
    }

    @Test func `mutations executed during a notification wait in line, first in first out`() {
        let token = lab.runtime.observe(\.flag, initially: false) { [store = lab.store] _ in
            for name in ["a", "b", "c"] { store.execute(.append(name)) }
        }
        let nested = lab.runtime.observe(\.log, initially: false) { [store = lab.store] log in
            if log == ["a"] { store.execute(.append("caused by a")) }
        }
        lab.store.execute(.setFlag(true))
        #expect(lab.runtime.state.log == ["a", "b", "c", "caused by a"])
        token.cancel()
        nested.cancel()
    }

    // MARK: Never nested

    @Test func `a mutation executed by an observer is not applied while the observer runs`() {
        let token = lab.runtime.observe(\.count) { [lab, trail] count in
            guard count == 1 else { return }
            lab.store.execute(.append("nested"))
            trail.note("\(lab.store.state.log)")
        }
        lab.store.execute(.add(1))
        #expect(trail.entries == ["[]"])
        #expect(lab.runtime.state.log == ["nested"])
        token.cancel()
    }

    @Test func `a mutation executed by an observer's first call is not applied while it runs`() {
        let token = lab.runtime.observe(\.count) { [lab, trail] _ in
            lab.store.execute(.append("nested"))
            trail.note("\(lab.store.state.log)")
        }
        #expect(trail.entries == ["[]"])
        #expect(lab.runtime.state.log == ["nested"])
        token.cancel()
    }

    @Test func `a mutation executed by a side effect is not applied while the side effect runs`() {
        lab.store.effects = { [store = lab.store, trail] mutation, _ in
            guard mutation == .add(1) else { return }
            store.execute(.append("nested"))
            trail.note("\(store.state.log)")
        }
        lab.store.execute(.add(1))
        #expect(trail.entries == ["[]"])
        #expect(lab.runtime.state.log == ["nested"])
        lab.store.effects = nil
    }

    @Test func `a mutation executed by another scene's action during a notification waits in line`() {
        let other = LabScene()
        let token = lab.runtime.observe(\.count, initially: false) { [lab, trail] count in
            guard count == 1 else { return }
            other.perform { _ in lab.store.execute(.append("nested")) }
            trail.note("\(lab.store.state.log)")
        }
        lab.store.execute(.add(1))
        #expect(trail.entries == ["[]"])
        #expect(lab.runtime.state.log == ["nested"])
        token.cancel()
    }

    // MARK: Before the outermost execute returns

    @Test func `what an observer executes is applied before the outermost execute returns`() {
        let token = lab.runtime.observe(\.count, initially: false) { [store = lab.store] count in
            if count < 10 { store.execute(.add(1)) }
        }
        lab.store.execute(.add(1))
        #expect(lab.runtime.state.count == 10)
        token.cancel()
    }

    @Test func `what a side effect executes is applied before the outermost execute returns`() {
        lab.store.effects = { [store = lab.store] _, state in
            if state.count < 10 { store.execute(.add(1)) }
        }
        lab.store.execute(.add(1))
        #expect(lab.runtime.state.count == 10)
        lab.store.effects = nil
    }

    @Test func `what an observer's first call executes is applied before observe returns`() {
        let token = lab.runtime.observe(\.count) { [store = lab.store] count in
            if count < 3 { store.execute(.add(1)) }
        }
        #expect(lab.runtime.state.count == 3)
        token.cancel()
    }

    @Test func `what an invalidated reader executes is applied before the outermost execute returns`() {
        withObservationTracking {
            _ = lab.runtime.observed(\.count)
        } onChange: { [store = lab.store] in
            MainActor.assumeIsolated { store.execute(.append("nested")) }
        }
        lab.store.execute(.add(1))
        #expect(lab.runtime.state.log == ["nested"])
    }

    @Test func `what an observer that is called once per turn executes is applied in the same turn`() async {
        let token = lab.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) { [store = lab.store] _ in
            store.execute(.append("nested"))
        }
        lab.store.execute(.add(1))
        let read = Task { [runtime = lab.runtime] in runtime.state.log }
        #expect(await read.value == ["nested"])
        token.cancel()
    }

    // MARK: The order of one commit

    @Test func `a commit changes, invalidates, notifies and performs effects before the next mutation is applied`() {
        withObservationTracking {
            _ = lab.runtime.state
        } onChange: { [store = lab.store, trail] in
            MainActor.assumeIsolated {
                store.execute(.add(10))
                trail.note("invalidated at \(store.state.count)")
            }
        }
        lab.store.effects = { [trail] _, state in trail.note("effect at \(state.count)") }
        let tokens = ["first", "second"].map { name in
            lab.runtime.observe(\.count, initially: false) { [trail] in trail.note("\(name) at \($0)") }
        }
        lab.store.execute(.add(1))
        #expect(
            trail.entries == [
                "invalidated at 1", "first at 1", "second at 1", "effect at 1",
                "first at 11", "second at 11", "effect at 11",
            ])
        for token in tokens { token.cancel() }
        lab.store.effects = nil
    }

    @Test func `events of one commit lie within each other in the order of the commit`() {
        let log = EventLog()
        let attached = lab.runtime.attach(log)
        lab.store.effects = { [store = lab.store] mutation, _ in
            if mutation == .add(1) { store.execute(.setFlag(true)) }
        }
        lab.store.execute(.add(1))
        let kinds = log.lines.map { line in line.split(separator: "(").first.map(String.init) ?? line }
        let one = ["+ mutation", "+ commit", "- commit", "+ sideEffects", "- sideEffects", "- mutation"]
        #expect(kinds == one + one)
        attached.cancel()
        lab.store.effects = nil
    }
}

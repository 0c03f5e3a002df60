import CIS
import TestSupport
import Testing

/// H3 of the article MigratingFromCleanSwift: the store called its worker inside the copy it was building, and then
/// overwrote the changes of the worker.
@MainActor
@Suite struct `H3 nested mutation` {
    private let sample = SampleScene()

    @Test func `a mutation that a side effect executes on the same field is not overwritten`() {
        sample.store.effects = { [store = sample.store] mutation, _ in
            if mutation == .append("outer") { store.execute(.append("inner")) }
        }
        sample.store.execute(.append("outer"))
        #expect(sample.runtime.state.log == ["outer", "inner"])
        sample.store.effects = nil
    }

    @Test func `a mutation that an observer executes on the same field is not overwritten`() {
        let token = sample.runtime.observe(\.log, initially: false) { [store = sample.store] log in
            if log == ["outer"] { store.execute(.append("inner")) }
        }
        sample.store.execute(.append("outer"))
        #expect(sample.runtime.state.log == ["outer", "inner"])
        token.cancel()
    }

    @Test func `mutations of nested side effects are not overwritten, at any depth`() {
        sample.store.effects = { [store = sample.store] _, state in
            if state.log.count < 100 { store.execute(.append("\(state.log.count)")) }
        }
        sample.store.execute(.append("0"))
        #expect(sample.runtime.state.log == (0..<100).map(String.init))
        sample.store.effects = nil
    }

    @Test func `a worker that answers a side effect by an action of its scene loses nothing`() async {
        sample.store.effects = { [weak runtime = sample.runtime] mutation, _ in
            guard mutation == .append("outer") else { return }
            runtime?.execute(.mutate(.append("inner")))
        }
        sample.store.execute(.append("outer"))
        #expect(sample.runtime.state.log == ["outer"])
        await mainActorJobsBehind()
        #expect(sample.runtime.state.log == ["outer", "inner"])
        sample.store.effects = nil
    }
}

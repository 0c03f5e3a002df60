import CIS
import TestSupport
import Testing

/// Published shape: the store called its worker inside the copy it was building, and then overwrote what that changed.
@MainActor
@Suite struct `H3 nested mutation` {
    private let lab = LabScene()

    @Test func `a mutation that a side effect executes on the same field is not overwritten`() {
        lab.store.effects = { [store = lab.store] mutation, _ in
            if mutation == .append("outer") { store.execute(.append("inner")) }
        }
        lab.store.execute(.append("outer"))
        #expect(lab.runtime.state.log == ["outer", "inner"])
        lab.store.effects = nil
    }

    @Test func `a mutation that an observer executes on the same field is not overwritten`() {
        let token = lab.runtime.observe(\.log, initially: false) { [store = lab.store] log in
            if log == ["outer"] { store.execute(.append("inner")) }
        }
        lab.store.execute(.append("outer"))
        #expect(lab.runtime.state.log == ["outer", "inner"])
        token.cancel()
    }

    @Test func `what a side effect's mutation starts is not overwritten, however deep`() {
        lab.store.effects = { [store = lab.store] _, state in
            if state.log.count < 100 { store.execute(.append("\(state.log.count)")) }
        }
        lab.store.execute(.append("0"))
        #expect(lab.runtime.state.log == (0..<100).map(String.init))
        lab.store.effects = nil
    }

    @Test func `a worker that answers a side effect by an action of its scene loses nothing`() async {
        lab.store.effects = { [weak runtime = lab.runtime] mutation, _ in
            guard mutation == .append("outer") else { return }
            runtime?.execute(.mutate(.append("inner")))
        }
        lab.store.execute(.append("outer"))
        #expect(lab.runtime.state.log == ["outer"])
        await mainActorJobsBehind()
        #expect(lab.runtime.state.log == ["outer", "inner"])
        lab.store.effects = nil
    }
}

import CIS
import Testing

@MainActor
@Suite struct `observing a pulse` {
    private let trail = Trail<String>()

    @Test func `setting the same value twice fires twice`() {
        let lab = LabScene()
        let token = lab.runtime.observePulse(\.toast) { [trail] in trail.note($0) }
        lab.store.execute(.pulse("saved"))
        lab.store.execute(.pulse("saved"))
        #expect(trail.entries == ["saved", "saved"])
        token.cancel()
    }

    @Test func `other mutations do not fire`() {
        let lab = LabScene()
        let token = lab.runtime.observePulse(\.toast) { [trail] in trail.note($0) }
        lab.store.execute(.add(1))
        lab.store.execute(.pulse("saved"))
        lab.store.execute(.add(1))
        #expect(trail.entries == ["saved"])
        token.cancel()
    }

    @Test func `an observer that comes late has missed it`() {
        let lab = LabScene()
        lab.store.execute(.pulse("missed"))
        let token = lab.runtime.observePulse(\.toast) { [trail] in trail.note($0) }
        #expect(trail.entries.isEmpty)
        lab.store.execute(.pulse("seen"))
        #expect(trail.entries == ["seen"])
        token.cancel()
    }

    @Test func `an observer that asks for the last value gets it once`() {
        let lab = LabScene()
        lab.store.execute(.pulse("last"))
        let token = lab.runtime.observePulse(\.toast, replayingLast: true) { [trail] in trail.note($0) }
        #expect(trail.entries == ["last"])
        lab.store.execute(.add(1))
        #expect(trail.entries == ["last"])
        lab.store.execute(.pulse("next"))
        #expect(trail.entries == ["last", "next"])
        token.cancel()
    }

    @Test func `a pulse fires when its counter wraps around`() {
        let lab = LabScene(Lab.State(toast: Pulse("", count: .max - 1)))
        let token = lab.runtime.observePulse(\.toast) { [trail] in trail.note($0) }
        for _ in 0..<3 { lab.store.execute(.pulse("again")) }
        #expect(trail.entries == ["again", "again", "again"])
        #expect(lab.runtime.state.toast.count == 1)
        token.cancel()
    }

    @Test func `a pulse fires for each of several observers`() {
        let lab = LabScene()
        let tokens = ["a", "b"].map { name in
            lab.runtime.observePulse(\.toast) { [trail] in trail.note("\(name) \($0)") }
        }
        lab.store.execute(.pulse("x"))
        lab.store.execute(.pulse("x"))
        #expect(trail.entries == ["a x", "b x", "a x", "b x"])
        for token in tokens { token.cancel() }
    }

    @Test func `a pulse set from inside its own observer fires again`() {
        let lab = LabScene()
        let token = lab.runtime.observePulse(\.toast) { [trail] toast in
            trail.note(toast)
            if trail.entries.count < 3 { lab.store.execute(.pulse(toast)) }
        }
        lab.store.execute(.pulse("x"))
        #expect(trail.entries == ["x", "x", "x"])
        token.cancel()
    }

    @Test func `a pulse observed as a plain field fires for equal values too`() {
        let lab = LabScene()
        let token = lab.runtime.observe(\.toast, initially: false) { [trail] in trail.note($0.value) }
        lab.store.execute(.pulse("x"))
        lab.store.execute(.pulse("x"))
        #expect(trail.entries == ["x", "x"])
        token.cancel()
    }

    @Test func `pulses are equal when value and count are`() {
        var set = Pulse("x")
        set.value = "x"
        #expect(Pulse("x") == Pulse("x"))
        #expect(set != Pulse("x"))
        #expect(set == Pulse("x", count: 1))
        #expect(Pulse("x") != Pulse("y"))
    }
}

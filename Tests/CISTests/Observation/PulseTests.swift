import CIS
import Testing

@MainActor
@Suite struct `Observing a pulse` {
    private let recorder = Recorder<String>()

    @Test func `setting the same value twice fires twice`() {
        let sample = SampleScene()
        let token = sample.runtime.observePulse(\.toast) { [recorder] in recorder.note($0) }
        sample.store.execute(.pulse("saved"))
        sample.store.execute(.pulse("saved"))
        #expect(recorder.entries == ["saved", "saved"])
        token.cancel()
    }

    @Test func `other mutations do not fire`() {
        let sample = SampleScene()
        let token = sample.runtime.observePulse(\.toast) { [recorder] in recorder.note($0) }
        sample.store.execute(.add(1))
        sample.store.execute(.pulse("saved"))
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["saved"])
        token.cancel()
    }

    @Test func `an observer that comes late has missed it`() {
        let sample = SampleScene()
        sample.store.execute(.pulse("missed"))
        let token = sample.runtime.observePulse(\.toast) { [recorder] in recorder.note($0) }
        #expect(recorder.entries.isEmpty)
        sample.store.execute(.pulse("seen"))
        #expect(recorder.entries == ["seen"])
        token.cancel()
    }

    @Test func `an observer that requests the last value gets it once`() {
        let sample = SampleScene()
        sample.store.execute(.pulse("last"))
        let token = sample.runtime.observePulse(\.toast, replayingLast: true) { [recorder] in recorder.note($0) }
        #expect(recorder.entries == ["last"])
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["last"])
        sample.store.execute(.pulse("next"))
        #expect(recorder.entries == ["last", "next"])
        token.cancel()
    }

    @Test func `a pulse fires when its counter wraps around`() {
        let sample = SampleScene(Sample.State(toast: Pulse("", count: .max - 1)))
        let token = sample.runtime.observePulse(\.toast) { [recorder] in recorder.note($0) }
        for _ in 0..<3 { sample.store.execute(.pulse("again")) }
        #expect(recorder.entries == ["again", "again", "again"])
        #expect(sample.runtime.state.toast.count == 1)
        token.cancel()
    }

    @Test func `a pulse fires for each of several observers`() {
        let sample = SampleScene()
        let tokens = ["a", "b"].map { name in
            sample.runtime.observePulse(\.toast) { [recorder] in recorder.note("\(name) \($0)") }
        }
        sample.store.execute(.pulse("x"))
        sample.store.execute(.pulse("x"))
        #expect(recorder.entries == ["a x", "b x", "a x", "b x"])
        for token in tokens { token.cancel() }
    }

    @Test func `a pulse set from inside its own observer fires again`() {
        let sample = SampleScene()
        let token = sample.runtime.observePulse(\.toast) { [recorder] toast in
            recorder.note(toast)
            if recorder.entries.count < 3 { sample.store.execute(.pulse(toast)) }
        }
        sample.store.execute(.pulse("x"))
        #expect(recorder.entries == ["x", "x", "x"])
        token.cancel()
    }

    @Test func `a pulse observed as a plain field fires for equal values too`() {
        let sample = SampleScene()
        let token = sample.runtime.observe(\.toast, initially: false) { [recorder] in recorder.note($0.value) }
        sample.store.execute(.pulse("x"))
        sample.store.execute(.pulse("x"))
        #expect(recorder.entries == ["x", "x"])
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

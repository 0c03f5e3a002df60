import CIS
import Foundation
import Testing

extension `G3 observers` {
    /// Edge case 53: a pulse, and the state around it assigned as a whole.
    @MainActor
    @Suite struct `of a pulse` {
        private let fixture = ReadingsScene()
        private let recorder = Recorder<String>()
        private let owner = Owner()
        private var scene: SceneRuntime<Readings> { fixture.scene }

        init() {
            scene.observePulse(\.toast, on: owner) { [recorder] _, text in recorder.note(text) }
        }

        private func set(_ text: String) {
            fixture.change { $0.toast.value = text }
        }

        private func resetAndSet(_ texts: String...) {
            fixture.change {
                $0 = Readings.State()
                for text in texts { $0.toast.value = text }
            }
        }

        @Test func `a pulse that is set after a reset is heard`() {
            set("a")
            resetAndSet("b")
            #expect(recorder.entries == ["a", "b"])
            resetAndSet("b")
            resetAndSet("b")
            #expect(recorder.entries == ["a", "b", "b", "b"])
        }

        @Test func `a reset alone is not heard`() {
            set("a")
            resetAndSet()
            resetAndSet()
            #expect(recorder.entries == ["a"])
            set("b")
            #expect(recorder.entries == ["a", "b"])
        }

        @Test func `of several sets in one mutation, the last is heard, once`() {
            set("a")
            set("b")
            resetAndSet("c", "d")
            #expect(recorder.entries == ["a", "b", "d"])
        }

        @Test func `an undo shows no old pulse again, and neither does a redo`() {
            set("a")
            let saved = scene.state
            set("b")
            let later = scene.state
            fixture.change { $0 = saved }
            fixture.change { $0 = later }
            fixture.change { $0 = saved }
            #expect(recorder.entries == ["a", "b"])
            set("c")
            #expect(recorder.entries == ["a", "b", "c"])
        }

        @Test func `an undo to a state before the observation is not heard`() {
            let fixture = ReadingsScene()
            fixture.change { $0.toast.value = "a" }
            let saved = fixture.scene.state
            fixture.change { $0.toast.value = "b" }
            fixture.scene.observePulse(\.toast, on: owner) { [recorder] _, text in recorder.note(text) }
            fixture.change { $0 = saved }
            #expect(recorder.entries.isEmpty)
        }

        @Test func `a pulse that was set before the observation is not heard when the path comes to lead to it`() {
            fixture.change {
                $0.tabs[0].toast.value = "first"
                $0.tabs[1].toast.value = "second"
            }
            let token = fixture.scene.observePulse(\.tabs[0].toast) { [recorder] text in recorder.note(text) }
            fixture.change { $0.tabs.removeFirst() }
            #expect(recorder.entries.isEmpty)
            fixture.change { $0.tabs[0].toast.value = "third" }
            #expect(recorder.entries == ["third"])
            token.cancel()
        }

        @Test func `pulses that were set before another one was heard are heard when they come, once`() {
            let prepared = ["first", "second"].map { text in
                var state = Readings.State()
                state.toast.value = text
                return state
            }
            set("a")
            for state in prepared.reversed() + prepared { fixture.change { $0 = state } }
            #expect(recorder.entries == ["a", "second", "first"])
        }

        @Test func `an undo of many pulses shows none of them again`() {
            let states = (0..<300).map { number in
                set("\(number)")
                return scene.state
            }
            for state in states.reversed() + states { fixture.change { $0 = state } }
            #expect(recorder.entries.count == 300)
        }

        @Test func `a new pulse is heard when it is set`() {
            set("a")
            fixture.change { $0.toast = Pulse("not set") }
            #expect(recorder.entries == ["a"])
            fixture.change { $0.toast.value = "b" }
            fixture.change {
                $0.toast = Pulse("")
                $0.toast.value = "c"
            }
            #expect(recorder.entries == ["a", "b", "c"])
        }

        @Test func `each of several observers hears each set once`() {
            let token = scene.observePulse(\.toast) { [recorder] text in recorder.note("second \(text)") }
            set("a")
            resetAndSet("b")
            #expect(recorder.entries == ["a", "second a", "b", "second b"])
            token.cancel()
        }

        @Test func `a pulse that is set in the new state counts as changed for readers and observers`() {
            set("a")
            let token = scene.observe(\.toast, initially: false) { [recorder] in recorder.note("field \($0.value)") }
            let change: @Sendable (inout Readings.State) -> Void = {
                $0 = Readings.State()
                $0.toast.value = "a"
            }
            #expect(
                fixture.told {
                    _ = $0.observed(\.toast)
                } when: {
                    fixture.change(change)
                } == 1)
            #expect(recorder.entries == ["a", "a", "field a"])
            token.cancel()
        }

        @Test func `a replay of the same mutations results in an equal state`() {
            var states = [Readings.State(), Readings.State()]
            for index in states.indices {
                ReadingsStore.mutate(&states[index], by: Readings.Mutation { $0.toast.value = "a" })
                ReadingsStore.mutate(&states[index], by: Readings.Mutation { $0.sheet.present(1) })
            }
            #expect(states[0] == states[1])
        }

        @Test func `a restored pulse counts as heard, and equals the saved one`() throws {
            set("a")
            let saved = try JSONEncoder().encode(scene.state.toast)
            set("b")
            let restored = try JSONDecoder().decode(Pulse<String>.self, from: saved)
            fixture.change { $0.toast = restored }
            #expect(recorder.entries == ["a", "b"])
            #expect(restored.value == "a")
            var again = Pulse("")
            again.value = "a"
            #expect(restored == again)
            set("a")
            #expect(recorder.entries == ["a", "b", "a"])
        }
    }
}

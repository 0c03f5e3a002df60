import CIS
import Observation
import Testing

extension `Observing with the Observation framework` {
    @MainActor
    @Suite struct `tracking again` {
        private let scene = FieldsScene()

        @Test func `a reader that reads again when it is invalidated follows every change`() {
            let reader = Reader { [scene] in _ = scene.runtime.observed(\.large) }
            for number in 1...5 {
                scene.store.change { $0.large = number }
                scene.store.change { $0.flag.toggle() }
            }
            #expect(reader.invalidations == 5)
            reader.stop()
        }

        @Test func `a reader of the state that reads again is invalidated once per commit`() {
            let reader = Reader { [scene] in _ = scene.runtime.state }
            for number in 1...5 { scene.store.change { $0.large = number } }
            #expect(reader.invalidations == 5)
            reader.stop()
        }

        @Test func `a reader of two arrays that reads again is invalidated once per commit`() {
            let reader = Reader { [scene] in
                _ = scene.runtime.observed(\.numbers)
                _ = scene.runtime.observed(\.text)
            }
            for number in 1...5 { scene.store.change { $0.numbers.append(number) } }
            #expect(reader.invalidations == 5)
            reader.stop()
        }

        @Test func `a reader may turn to another field when it is invalidated`() {
            let usesFlag = Shared(false)
            let reader = Reader { [scene] in
                if usesFlag.value {
                    _ = scene.runtime.observed(\.flag)
                } else {
                    _ = scene.runtime.observed(\.large)
                }
                usesFlag.value = true
            }
            scene.store.change { $0.large = 1 }
            #expect(reader.invalidations == 1)
            scene.store.change { $0.large = 2 }
            #expect(reader.invalidations == 1)
            scene.store.change { $0.flag = true }
            #expect(reader.invalidations == 2)
            reader.stop()
        }

        @Test func `a mutation executed by an invalidated reader invalidates it again`() {
            let values = Recorder<Int>()
            let reader = Reader { [scene] in
                let value = scene.runtime.observed(\.large)
                values.note(value)
                if value == 1 { scene.store.change { $0.large = 2 } }
            }
            scene.store.change { $0.large = 1 }
            #expect(values.entries == [0, 1, 2])
            #expect(reader.invalidations == 2)
            reader.stop()
        }

        @Test func `readers of two scenes are invalidated each by its own`() {
            let other = FieldsScene()
            let one = Reader { [scene] in _ = scene.runtime.state }
            let two = Reader { _ = other.runtime.state }
            scene.store.change { $0.large = 1 }
            #expect(one.invalidations == 1)
            #expect(two.invalidations == 0)
            one.stop()
            two.stop()
        }

        @Test func `tracking keeps no scene alive`() {
            var scene: FieldsScene? = FieldsScene()
            weak let runtime = scene?.runtime
            weak let store = scene?.store
            withObservationTracking {
                _ = scene?.runtime.state
                _ = scene?.runtime.observed(\.numbers)
            } onChange: {
            }
            scene = nil
            #expect(runtime == nil)
            #expect(store == nil)
        }

        @Test func `a stopped scene can be read inside tracking`() {
            let scene = FieldsScene()
            scene.store.change { $0.large = 3 }
            scene.runtime.stop()
            withObservationTracking {
                #expect(scene.runtime.state.large == 3)
                #expect(scene.runtime.observed(\.large) == 3)
            } onChange: {
                Issue.record("a stopped scene does not change")
            }
        }
    }
}

/// Reads a value. Each time it is invalidated, it reads again inside `onChange`.
@MainActor
private final class Reader {
    private(set) var invalidations = 0
    private var read: (() -> Void)?

    init(_ read: @escaping () -> Void) {
        self.read = read
        track()
    }

    func stop() {
        read = nil
    }

    private func track() {
        guard let read else { return }
        withObservationTracking(read) { [weak self] in
            MainActor.assumeIsolated {
                self?.invalidations += 1
                self?.track()
            }
        }
    }
}

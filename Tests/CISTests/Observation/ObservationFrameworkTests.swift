import CIS
import Observation
import Testing

@MainActor
@Suite struct `Observing with the Observation framework` {
    private let scene = FieldsScene()
    private let calls = Shared(0)

    /// Tracks what the body reads, and counts the invalidation.
    private func track(_ read: () -> Void) {
        withObservationTracking(read) { [calls] in
            MainActor.assumeIsolated { calls.value += 1 }
        }
    }

    // MARK: The whole state

    @Test func `a reader of the state is invalidated by any commit`() {
        track { _ = scene.runtime.state.large }
        scene.store.change { $0.flag = true }
        #expect(calls.value == 1)
    }

    @Test func `a reader of the state is invalidated by a commit that changes nothing`() {
        track { _ = scene.runtime.state }
        scene.store.change { _ in }
        #expect(calls.value == 1)
    }

    @Test func `a reader is invalidated once, until it reads again`() {
        track { _ = scene.runtime.state }
        scene.store.change { $0.large = 1 }
        scene.store.change { $0.large = 2 }
        #expect(calls.value == 1)
        track { _ = scene.runtime.state }
        scene.store.change { $0.large = 3 }
        #expect(calls.value == 2)
    }

    @Test func `an invalidated reader finds the new state`() {
        let seen = Recorder<Int>()
        withObservationTracking {
            _ = scene.runtime.observed(\.large)
        } onChange: { [scene] in
            MainActor.assumeIsolated { seen.note(scene.runtime.state.large) }
        }
        scene.store.change { $0.large = 7 }
        #expect(seen.entries == [7])
    }

    @Test func `a read outside of tracking registers no reader`() {
        _ = scene.runtime.state
        _ = scene.runtime.observed(\.large)
        scene.store.change { $0.large = 1 }
        #expect(calls.value == 0)
    }

    // MARK: One field

    @Test func `a reader of a stored field is invalidated when its bits change and only then`() {
        track { #expect(scene.runtime.observed(\.large) == 0) }
        scene.store.change { $0.flag = true }
        scene.store.change { $0.numbers.append(1) }
        scene.store.change { $0.large = 0 }
        #expect(calls.value == 0)
        scene.store.change { $0.large = 1 }
        #expect(calls.value == 1)
    }

    @Test func `stored fields of any width are distinguished by their bits`() {
        track { _ = scene.runtime.observed(\.flag) }
        track { _ = scene.runtime.observed(\.wide) }
        track { _ = scene.runtime.observed(\.optional) }
        track { _ = scene.runtime.observed(\.choice) }
        track { _ = scene.runtime.observed(\.wide.high) }
        scene.store.change { $0.large = 1 }
        #expect(calls.value == 0)
        scene.store.change { $0.flag = true }
        #expect(calls.value == 1)
        scene.store.change { $0.wide.low = 1 }
        #expect(calls.value == 2)
        scene.store.change { $0.optional = 0 }
        #expect(calls.value == 3)
        scene.store.change { $0.choice = .second }
        #expect(calls.value == 4)
        scene.store.change { $0.wide.high = 1 }
        #expect(calls.value == 5)
    }

    @Test func `a reader of a field nested in the domain state is invalidated by its bits`() {
        track { _ = scene.runtime.observed(\.domainState.total) }
        scene.store.change { $0.domainState.items = [1] }
        #expect(calls.value == 0)
        scene.store.change { $0.domainState.total = 1 }
        #expect(calls.value == 1)
    }

    @Test(arguments: ["in place", "by another"])
    func `a reader of an array is invalidated when the array changes`(change: String) {
        track { _ = scene.runtime.observed(\.numbers) }
        scene.store.change { state in
            switch change {
            case "in place": state.numbers[0] = 1
            default: state.numbers = [7, 8]
            }
        }
        #expect(calls.value == 1)
    }

    @Test func `a reader of an array or a text is not invalidated by another field or an equal value`() {
        track { _ = scene.runtime.observed(\.numbers) }
        track { _ = scene.runtime.observed(\.text) }
        scene.store.change { $0.flag = true }
        scene.store.change { $0.numbers = Array(repeating: 0, count: 1) }
        scene.store.change { $0.text = String("") }
        scene.store.change { $0.large = 1 }
        #expect(calls.value == 0)
        scene.store.change { $0.numbers[0] = 1 }
        #expect(calls.value == 1)
        scene.store.change { $0.text = "text" }
        #expect(calls.value == 2)
    }

    @Test func `20 readers of a text are not invalidated while another field changes 10,000 times`() {
        scene.store.change { $0.text = "a text that does not fit into a word or two" }
        for _ in 0..<20 { track { _ = scene.runtime.observed(\.text) } }
        for number in 0..<10_000 { scene.store.change { $0.large = number } }
        #expect(calls.value == 0)
        scene.store.change { $0.text = "another" }
        #expect(calls.value == 20)
    }

    @Test func `equality decides for a reader, where bits differ`() {
        scene.store.change { $0.name = Fields.Name("a") }
        track { _ = scene.runtime.observed(\.name) }
        scene.store.change { $0.name = Fields.Name("A") }
        #expect(calls.value == 0)
        scene.store.change { $0.name = Fields.Name("b") }
        #expect(calls.value == 1)
    }

    @Test func `a reader of a computed property is invalidated when its value may have changed`() {
        track { #expect(scene.runtime.observed(\.sum) == 0) }
        scene.store.change { $0.medium = 1 }
        #expect(calls.value == 1)
        #expect(scene.runtime.observed(\.sum) == 1)
    }

    @Test func `a reader of a computed property is invalidated although the field in front of it is equal`() {
        scene.store.change { $0.name = Fields.Name("a") }
        track { #expect(scene.runtime.observed(\.name.isSmall)) }
        scene.store.change { $0.name = Fields.Name("A") }
        #expect(calls.value == 1)
        #expect(!scene.runtime.observed(\.name.isSmall))
    }

    @Test func `rows that are read one by one are forgotten when they are no longer read`() {
        for number in 0..<2_000 {
            scene.store.change { $0.numbers = [number, number] }
            track { _ = scene.runtime.observed(\.numbers[number & 1]) }
            track { _ = scene.runtime.observed(\.numbers[max(0, number / 4_000)]) }
        }
        #expect(scene.runtime.rememberedFieldCount <= 128)
        for number in 0..<2_000 { _ = scene.runtime.observed(\.[row: number]) }
        #expect(scene.runtime.rememberedFieldCount <= 128)
        scene.store.change { $0.numbers = [-1, -1] }
        scene.store.change { $0.flag.toggle() }
        #expect(!scene.runtime.isTracked)
    }

    @Test func `a reader that changes a field before it is registered is invalidated by the next change`() {
        track {
            _ = scene.runtime.observed(\.large)
            scene.store.change { $0.large = 1 }
        }
        #expect(calls.value == 0)
        scene.store.change { $0.large = 2 }
        #expect(calls.value == 1)
    }

    @Test func `a read outside of tracking costs the next commit nothing`() {
        _ = scene.runtime.observed(\.numbers)
        #expect(!scene.runtime.isTracked)
        track { _ = scene.runtime.observed(\.numbers) }
        #expect(scene.runtime.isTracked)
        scene.store.change { $0.numbers = [2] }
        #expect(!scene.runtime.isTracked)
    }

    @Test func `two readers of one field are both invalidated`() {
        track { _ = scene.runtime.observed(\.large) }
        scene.store.change { $0.flag = true }
        track { _ = scene.runtime.observed(\.large) }
        scene.store.change { $0.large = 1 }
        #expect(calls.value == 2)
    }

    @Test func `a reader of two fields is invalidated once by a commit that changes both`() {
        track {
            _ = scene.runtime.observed(\.large)
            _ = scene.runtime.observed(\.flag)
        }
        scene.store.change { state in
            state.large = 1
            state.flag = true
        }
        #expect(calls.value == 1)
    }

    @Test func `a field that changes back before it is read again was changed`() {
        track { _ = scene.runtime.observed(\.large) }
        scene.store.change { $0.large = 1 }
        scene.store.change { $0.large = 0 }
        #expect(calls.value == 1)
        track { _ = scene.runtime.observed(\.large) }
        scene.store.change { $0.flag = true }
        #expect(calls.value == 1)
    }
}

extension Fields.Name {
    fileprivate var isSmall: Bool { code & 0x20 != 0 }
}

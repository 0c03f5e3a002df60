import CIS
import Testing

extension `G4 cancel` {
    @MainActor
    @Suite struct `tokens and cells` {
        private let sample = SampleScene(Sample.State(items: [1, 2]))
        private let recorder = Recorder<String>()

        @Test func `an observation without owner ends when its token is released`() {
            let token = Shared<ObservationToken?>(nil)
            token.value = sample.runtime.observe(\.count) { [recorder] in recorder.note("\($0)") }
            sample.store.execute(.add(1))
            token.value = nil
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["0", "1"])
        }

        @Test func `an observation whose token is discarded at once ends after the first call`() {
            _ = sample.runtime.observe(\.count) { [recorder] in recorder.note("\($0)") }
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["0"])
        }

        @Test func `an observation with an owner continues when its token is ignored`() {
            let owner = Owner()
            sample.runtime.observe(\.count, on: owner) { [recorder] in recorder.note("\($1)") }
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["0", "1"])
            withExtendedLifetime(owner) {}
        }

        @Test func `a token released on another thread ends its observation before the release returns`() async {
            let box = TokenBox()
            for number in 0..<100 {
                box.keep(
                    sample.runtime.observe(\.count, initially: false) { [recorder] in recorder.note("\(number) \($0)") }
                )
            }
            await Task.detached { box.releaseAll() }.value
            sample.store.execute(.add(1))
            #expect(recorder.entries.isEmpty)
        }

        @Test func `a reused cell is never called for its former item`() {
            let cell = Cell(recorder: recorder)
            cell.bind(to: 0, of: sample.runtime)
            cell.bind(to: 1, of: sample.runtime)
            sample.store.execute(.setItem(0, 7))
            sample.store.execute(.setItem(1, 8))
            cell.unbind()
            sample.store.execute(.setItem(1, 9))
            cell.bind(to: 0, of: sample.runtime)
            #expect(recorder.entries == ["item 0: 1", "item 1: 2", "item 1: 8", "item 0: 7"])
        }

        @Test func `a cell that binds another item inside its callback is called for the new one only`() {
            let cell = Cell(recorder: recorder)
            let switcher = sample.runtime.observe({ $0.items[0] }, initially: false) { [sample] _ in
                cell.bind(to: 1, of: sample.runtime)
            }
            cell.bind(to: 0, of: sample.runtime)
            sample.store.execute(.setItem(0, 5))
            sample.store.execute(.setItem(0, 6))
            sample.store.execute(.setItem(1, 7))
            #expect(recorder.entries.filter { $0.hasPrefix("item 0") } == ["item 0: 1"])
            #expect(recorder.entries.last == "item 1: 7")
            switcher.cancel()
        }

        @Test func `one of an owner's observations ends without the others`() {
            let owner = Owner()
            let first = sample.runtime.observe(\.count, on: owner, initially: false) { [recorder] in
                recorder.note("a \($1)")
            }
            sample.runtime.observe(\.flag, on: owner, initially: false) { [recorder] in recorder.note("b \($1)") }
            first.cancel()
            sample.store.execute(.add(1))
            sample.store.execute(.setFlag(true))
            #expect(recorder.entries == ["b true"])
            withExtendedLifetime(owner) {}
        }
    }
}

/// Keeps tokens where any thread may release them.
private final class TokenBox: Sendable {
    private let tokens = LockedValue<[ObservationToken]>([])

    func keep(_ token: ObservationToken) {
        tokens.withLock { $0.append(token) }
    }

    func releaseAll() {
        tokens.withLock { $0 = [] }
    }
}

/// A list cell that is reused for one item after the other.
@MainActor
private final class Cell {
    private let recorder: Recorder<String>
    private var token: ObservationToken?

    init(recorder: Recorder<String>) {
        self.recorder = recorder
    }

    func bind(to index: Int, of scene: SceneRuntime<Sample>) {
        unbind()
        token = scene.observe({ $0.items[index] }, on: self) { cell, item in
            cell.recorder.note("item \(index): \(item)")
        }
    }

    func unbind() {
        token?.cancel()
        token = nil
    }
}

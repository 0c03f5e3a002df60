import CIS
import Testing

extension `G4 cancel` {
    @MainActor
    @Suite struct `tokens and cells` {
        private let lab = LabScene(Lab.State(items: [1, 2]))
        private let trail = Trail<String>()

        @Test func `an observation without owner ends when its token is released`() {
            let token = Shared<ObservationToken?>(nil)
            token.value = lab.runtime.observe(\.count) { [trail] in trail.note("\($0)") }
            lab.store.execute(.add(1))
            token.value = nil
            lab.store.execute(.add(1))
            #expect(trail.entries == ["0", "1"])
        }

        @Test func `an observation whose token is discarded at once ends after the first call`() {
            _ = lab.runtime.observe(\.count) { [trail] in trail.note("\($0)") }
            lab.store.execute(.add(1))
            #expect(trail.entries == ["0"])
        }

        @Test func `an observation with an owner goes on when its token is ignored`() {
            let owner = Owner()
            lab.runtime.observe(\.count, on: owner) { [trail] in trail.note("\($1)") }
            lab.store.execute(.add(1))
            #expect(trail.entries == ["0", "1"])
            withExtendedLifetime(owner) {}
        }

        @Test func `a token released on another thread ends its observation before the release returns`() async {
            let box = TokenBox()
            for number in 0..<100 {
                box.keep(lab.runtime.observe(\.count, initially: false) { [trail] in trail.note("\(number) \($0)") })
            }
            await Task.detached { box.releaseAll() }.value
            lab.store.execute(.add(1))
            #expect(trail.entries.isEmpty)
        }

        @Test func `a cell used again is never called for its former item`() {
            let cell = Cell(trail: trail)
            cell.bind(to: 0, of: lab.runtime)
            cell.bind(to: 1, of: lab.runtime)
            lab.store.execute(.setItem(0, 7))
            lab.store.execute(.setItem(1, 8))
            cell.unbind()
            lab.store.execute(.setItem(1, 9))
            cell.bind(to: 0, of: lab.runtime)
            #expect(trail.entries == ["item 0: 1", "item 1: 2", "item 1: 8", "item 0: 7"])
        }

        @Test func `a cell that binds another item inside its callback is called for the new one only`() {
            let cell = Cell(trail: trail)
            let switcher = lab.runtime.observe({ $0.items[0] }, initially: false) { [lab] _ in
                cell.bind(to: 1, of: lab.runtime)
            }
            cell.bind(to: 0, of: lab.runtime)
            lab.store.execute(.setItem(0, 5))
            lab.store.execute(.setItem(0, 6))
            lab.store.execute(.setItem(1, 7))
            #expect(trail.entries.filter { $0.hasPrefix("item 0") } == ["item 0: 1"])
            #expect(trail.entries.last == "item 1: 7")
            switcher.cancel()
        }

        @Test func `one of an owner's observations ends without the others`() {
            let owner = Owner()
            let first = lab.runtime.observe(\.count, on: owner, initially: false) { [trail] in trail.note("a \($1)") }
            lab.runtime.observe(\.flag, on: owner, initially: false) { [trail] in trail.note("b \($1)") }
            first.cancel()
            lab.store.execute(.add(1))
            lab.store.execute(.setFlag(true))
            #expect(trail.entries == ["b true"])
            withExtendedLifetime(owner) {}
        }
    }
}

/// Keeps tokens where any thread may release them.
private final class TokenBox: Sendable {
    private let tokens = Guarded<[ObservationToken]>([])

    func keep(_ token: ObservationToken) {
        tokens.withLock { $0.append(token) }
    }

    func releaseAll() {
        tokens.withLock { $0 = [] }
    }
}

/// A list cell, used again for one item after the other.
@MainActor
private final class Cell {
    private let trail: Trail<String>
    private var token: ObservationToken?

    init(trail: Trail<String>) {
        self.trail = trail
    }

    func bind(to index: Int, of scene: SceneRuntime<Lab>) {
        unbind()
        token = scene.observe({ $0.items[index] }, on: self) { cell, item in
            cell.trail.note("item \(index): \(item)")
        }
    }

    func unbind() {
        token?.cancel()
        token = nil
    }
}

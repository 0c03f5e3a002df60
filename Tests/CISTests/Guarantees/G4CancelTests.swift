import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `G4 cancel` {
    private let lab = LabScene()
    private let trail = Trail<String>()
    private let tokens = Shared<[ObservationToken]>([])

    /// Observes the count under a name.
    private func observeCount(_ name: String) -> ObservationToken {
        lab.runtime.observe(\.count, initially: false) { [trail] in trail.note("\(name) \($0)") }
    }

    // MARK: From outside

    @Test func `an observer is not called after its token was cancelled`() {
        let token = observeCount("a")
        lab.store.execute(.add(1))
        token.cancel()
        lab.store.execute(.add(1))
        #expect(trail.entries == ["a 1"])
    }

    @Test func `cancelling twice changes nothing for others`() {
        let token = observeCount("a")
        let other = observeCount("b")
        token.cancel()
        token.cancel()
        lab.store.execute(.add(1))
        #expect(trail.entries == ["b 1"])
        other.cancel()
    }

    @Test func `every form of observation ends with its token`() {
        let owner = Owner()
        let forms = [
            lab.runtime.observe({ $0.count }, initially: false) { [trail] in trail.note("closure \($0)") },
            lab.runtime.observeEveryCommit(\.count, initially: false) { [trail] in trail.note("commit \($0)") },
            lab.runtime.observeEveryCommit({ $0.count }, initially: false) { [trail] in trail.note("commits \($0)") },
            lab.runtime.observePulse(\.toast) { [trail] in trail.note("pulse \($0)") },
            lab.runtime.observe(\.count, on: owner, initially: false) { [trail] in trail.note("owner \($1)") },
            lab.runtime.observe({ $0.count }, on: owner, initially: false) { [trail] in trail.note("owned \($1)") },
        ]
        lab.store.execute(.add(1))
        lab.store.execute(.pulse("a"))
        let first = ["closure 1", "commit 1", "commits 1", "owner 1", "owned 1"]
        #expect(trail.entries == first + ["commit 1", "commits 1", "pulse a"])
        for token in forms { token.cancel() }
        lab.store.execute(.add(1))
        lab.store.execute(.pulse("b"))
        #expect(trail.entries.count == 8)
    }

    @Test func `an attached scene observer ends with its token`() {
        let log = EventLog()
        let token = lab.runtime.attach(log)
        lab.store.execute(.add(1))
        let seen = log.events.count
        token.cancel()
        lab.store.execute(.add(1))
        #expect(seen > 0)
        #expect(log.events.count == seen)
    }

    // MARK: From inside a callback

    @Test func `an observer that cancels itself is not called again`() {
        tokens.value = [
            lab.runtime.observe(\.count, initially: false) { [trail, tokens] count in
                trail.note("self \(count)")
                tokens.value.first?.cancel()
            }
        ]
        let after = observeCount("after")
        lab.store.execute(.add(1))
        lab.store.execute(.add(1))
        #expect(trail.entries == ["self 1", "after 1", "after 2"])
        after.cancel()
    }

    @Test func `an observer that releases its own token is not called again`() {
        tokens.value = [
            lab.runtime.observe(\.count, initially: false) { [trail, tokens] count in
                tokens.value = []
                trail.note("self \(count)")
            }
        ]
        lab.store.execute(.add(1))
        lab.store.execute(.add(1))
        #expect(trail.entries == ["self 1"])
    }

    @Test func `an observer cancelled by one before it is not called in the same pass`() {
        let first = lab.runtime.observe(\.count, initially: false) { [trail, tokens] count in
            trail.note("first \(count)")
            tokens.value.first?.cancel()
        }
        tokens.value = [observeCount("second")]
        let third = observeCount("third")
        lab.store.execute(.add(1))
        #expect(trail.entries == ["first 1", "third 1"])
        first.cancel()
        third.cancel()
    }

    @Test func `an observer cancelled by one behind it is not called in the next pass of the same execute`() {
        tokens.value = [observeCount("first")]
        let second = lab.runtime.observe(\.count, initially: false) { [lab, trail, tokens] count in
            trail.note("second \(count)")
            tokens.value.first?.cancel()
            if count == 1 { lab.store.execute(.add(1)) }
        }
        lab.store.execute(.add(1))
        #expect(trail.entries == ["first 1", "second 1", "second 2"])
        second.cancel()
    }

    @Test func `an observer cancelled by a side effect is not called again`() {
        let token = observeCount("a")
        lab.store.effects = { _, _ in token.cancel() }
        lab.store.execute(.add(1))
        lab.store.execute(.add(1))
        #expect(trail.entries == ["a 1"])
        lab.store.effects = nil
    }

    @Test func `cancelling all observers from within one ends the pass`() {
        tokens.value = (0..<10).map { number in
            lab.runtime.observe(\.count, initially: false) { [trail, tokens] _ in
                trail.note("\(number)")
                for token in tokens.value { token.cancel() }
            }
        }
        lab.store.execute(.add(1))
        lab.store.execute(.add(1))
        #expect(trail.entries == ["0"])
    }

    @Test func `an observer cancelled before its turn of the main actor is not called`() async {
        let token = lab.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) { [trail] in
            trail.note("\($0)")
        }
        lab.store.execute(.add(1))
        token.cancel()
        await mainActorJobsBehind()
        #expect(trail.entries.isEmpty)
    }

    // MARK: What it held

    @Test func `what an observer held is released when it is cancelled`() {
        let count = LiveCount()
        let witness = Shared<Witness?>(Witness(count))
        if let held = witness.value {
            let token = lab.runtime.observe(\.count) { _ in withExtendedLifetime(held) {} }
            tokens.value = [token]
        }
        witness.value = nil
        #expect(count.live == 1)
        tokens.value.first?.cancel()
        #expect(count.live == 0)
    }

    @Test func `what an observer held may execute mutations when it is released in a callback`() {
        let owner = Shared<Owner?>(Owner())
        owner.value?.onDeinit = { [lab] in lab.store.execute(.append("released")) }
        if let held = owner.value {
            tokens.value = [lab.runtime.observe(\.count, initially: false) { _ in held.calls += 1 }]
        }
        owner.value = nil
        let canceller = lab.runtime.observe(\.flag, initially: false) { [tokens] _ in tokens.value = [] }
        lab.store.execute(.setFlag(true))
        #expect(lab.runtime.state.log == ["released"])
        canceller.cancel()
    }
}

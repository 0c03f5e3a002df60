import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `G4 cancel` {
    private let sample = SampleScene()
    private let recorder = Recorder<String>()
    private let tokens = Shared<[ObservationToken]>([])

    /// Observes the count under a name.
    private func observeCount(_ name: String) -> ObservationToken {
        sample.runtime.observe(\.count, initially: false) { [recorder] in recorder.note("\(name) \($0)") }
    }

    // MARK: From outside

    @Test func `an observer is not called after its token was cancelled`() {
        let token = observeCount("a")
        sample.store.execute(.add(1))
        token.cancel()
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["a 1"])
    }

    @Test func `cancelling twice changes nothing for others`() {
        let token = observeCount("a")
        let other = observeCount("b")
        token.cancel()
        token.cancel()
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["b 1"])
        other.cancel()
    }

    @Test func `every form of observation ends with its token`() {
        let owner = Owner()
        let forms = [
            sample.runtime.observe({ $0.count }, initially: false) { [recorder] in recorder.note("closure \($0)") },
            sample.runtime.observeEveryCommit(\.count, initially: false) { [recorder] in recorder.note("commit \($0)")
            },
            sample.runtime.observeEveryCommit({ $0.count }, initially: false) { [recorder] in
                recorder.note("commits \($0)")
            },
            sample.runtime.observePulse(\.toast) { [recorder] in recorder.note("pulse \($0)") },
            sample.runtime.observe(\.count, on: owner, initially: false) { [recorder] in recorder.note("owner \($1)") },
            sample.runtime.observe({ $0.count }, on: owner, initially: false) { [recorder] in
                recorder.note("owned \($1)")
            },
        ]
        sample.store.execute(.add(1))
        sample.store.execute(.pulse("a"))
        let first = ["closure 1", "commit 1", "commits 1", "owner 1", "owned 1"]
        #expect(recorder.entries == first + ["commit 1", "commits 1", "pulse a"])
        for token in forms { token.cancel() }
        sample.store.execute(.add(1))
        sample.store.execute(.pulse("b"))
        #expect(recorder.entries.count == 8)
    }

    @Test func `an attached scene observer ends with its token`() {
        let log = EventLog()
        let token = sample.runtime.attach(log)
        sample.store.execute(.add(1))
        let seen = log.events.count
        token.cancel()
        sample.store.execute(.add(1))
        #expect(seen > 0)
        #expect(log.events.count == seen)
    }

    // MARK: From inside a callback

    @Test func `an observer that cancels itself is not called again`() {
        tokens.value = [
            sample.runtime.observe(\.count, initially: false) { [recorder, tokens] count in
                recorder.note("self \(count)")
                tokens.value.first?.cancel()
            }
        ]
        let after = observeCount("after")
        sample.store.execute(.add(1))
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["self 1", "after 1", "after 2"])
        after.cancel()
    }

    @Test func `an observer that releases its own token is not called again`() {
        tokens.value = [
            sample.runtime.observe(\.count, initially: false) { [recorder, tokens] count in
                tokens.value = []
                recorder.note("self \(count)")
            }
        ]
        sample.store.execute(.add(1))
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["self 1"])
    }

    @Test func `an observer cancelled by an earlier one is not called in the same pass`() {
        let first = sample.runtime.observe(\.count, initially: false) { [recorder, tokens] count in
            recorder.note("first \(count)")
            tokens.value.first?.cancel()
        }
        tokens.value = [observeCount("second")]
        let third = observeCount("third")
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["first 1", "third 1"])
        first.cancel()
        third.cancel()
    }

    @Test func `an observer cancelled by a later one is not called in the next pass of the same execute`() {
        tokens.value = [observeCount("first")]
        let second = sample.runtime.observe(\.count, initially: false) { [sample, recorder, tokens] count in
            recorder.note("second \(count)")
            tokens.value.first?.cancel()
            if count == 1 { sample.store.execute(.add(1)) }
        }
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["first 1", "second 1", "second 2"])
        second.cancel()
    }

    @Test func `an observer cancelled by a side effect is not called again`() {
        let token = observeCount("a")
        sample.store.effects = { _, _ in token.cancel() }
        sample.store.execute(.add(1))
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["a 1"])
        sample.store.effects = nil
    }

    @Test func `cancelling all observers from within one ends the pass`() {
        tokens.value = (0..<10).map { number in
            sample.runtime.observe(\.count, initially: false) { [recorder, tokens] _ in
                recorder.note("\(number)")
                for token in tokens.value { token.cancel() }
            }
        }
        sample.store.execute(.add(1))
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["0"])
    }

    @Test func `an observer cancelled before its turn of the main actor is not called`() async {
        let token = sample.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) { [recorder] in
            recorder.note("\($0)")
        }
        sample.store.execute(.add(1))
        token.cancel()
        await mainActorJobsBehind()
        #expect(recorder.entries.isEmpty)
    }

    // MARK: What it held

    @Test func `objects that an observer held are released when it is cancelled`() {
        let count = LiveCount()
        let probe = Shared<LifetimeProbe?>(LifetimeProbe(count))
        if let held = probe.value {
            let token = sample.runtime.observe(\.count) { _ in withExtendedLifetime(held) {} }
            tokens.value = [token]
        }
        probe.value = nil
        #expect(count.live == 1)
        tokens.value.first?.cancel()
        #expect(count.live == 0)
    }

    @Test func `an object that an observer held may execute mutations when it is released in a callback`() {
        let owner = Shared<Owner?>(Owner())
        owner.value?.onDeinit = { [sample] in sample.store.execute(.append("released")) }
        if let held = owner.value {
            tokens.value = [sample.runtime.observe(\.count, initially: false) { _ in held.calls += 1 }]
        }
        owner.value = nil
        let canceller = sample.runtime.observe(\.flag, initially: false) { [tokens] _ in tokens.value = [] }
        sample.store.execute(.setFlag(true))
        #expect(sample.runtime.state.log == ["released"])
        canceller.cancel()
    }
}

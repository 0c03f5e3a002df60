import CIS
import TestSupport
import Testing

/// An observation on behalf of an owner needs no token, and ends with the owner.
@MainActor
@Suite struct `Observing on behalf of an owner` {
    private let sample = SampleScene()
    private let recorder = Recorder<String>()

    @Test func `every commit, by path and by closure, until the owner is gone`() {
        var owner: Owner? = Owner()
        if let owner {
            sample.runtime.observeEveryCommit(\.count, on: owner) { [recorder] _, count in
                recorder.note("path \(count)")
            }
            sample.runtime.observeEveryCommit({ $0.count }, on: owner, initially: false) { [recorder] owner, count in
                owner.calls += 1
                recorder.note("closure \(count)")
            }
        }
        sample.store.execute(.setFlag(true))
        #expect(owner?.calls == 1)
        owner = nil
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["path 0", "path 0", "closure 0"])
    }

    @Test func `a pulse, until the owner is gone`() {
        var owner: Owner? = Owner()
        sample.store.execute(.pulse("before"))
        if let owner {
            sample.runtime.observePulse(\.toast, on: owner) { [recorder] _, text in recorder.note(text) }
            sample.runtime.observePulse(\.toast, on: owner, replayingLast: true) { [recorder] _, text in
                recorder.note("also \(text)")
            }
        }
        sample.store.execute(.pulse("now"))
        owner = nil
        sample.store.execute(.pulse("later"))
        #expect(recorder.entries == ["also before", "now", "also now"])
    }

    @Test func `the token of an owned observation ends it, and may be ignored`() {
        let owner = Owner()
        let token = sample.runtime.observePulse(\.toast, on: owner) { [recorder] _, text in recorder.note(text) }
        sample.store.execute(.pulse("one"))
        token.cancel()
        sample.store.execute(.pulse("two"))
        #expect(recorder.entries == ["one"])
        withExtendedLifetime(owner) {}
    }

    // MARK: Scene observers

    @Test func `a scene observer is attached until the owner is gone, and held until that is noticed`() {
        var owner: Owner? = Owner()
        var log: EventLog? = EventLog()
        weak let attached = log
        if let owner, let log { sample.runtime.attach(log, on: owner) }
        log = nil
        sample.store.execute(.add(1))
        #expect(attached?.events.isEmpty == false)
        owner = nil
        sample.store.execute(.add(1))
        #expect(attached == nil)
    }

    @Test func `a scene observer that is its own owner is not held`() {
        var log: EventLog? = EventLog()
        weak let attached = log
        if let log { sample.runtime.attach(log, on: log) }
        sample.store.execute(.add(1))
        #expect(log?.events.isEmpty == false)
        log = nil
        #expect(attached == nil)
        sample.store.execute(.add(1))
        #expect(sample.store.state.count == 2)
    }

    @Test func `an attached scene observer can be detached early`() {
        let log = EventLog()
        sample.runtime.attach(log, on: log).cancel()
        sample.store.execute(.add(1))
        #expect(log.events.isEmpty)
    }

    @Test func `an owner released between begin and end of an event detaches only its own observer`() {
        let owner = Shared<Owner?>(Owner())
        let (first, second) = (EventLog(), EventLog())
        if let owner = owner.value { sample.runtime.attach(first, on: owner) }
        sample.runtime.attach(second, on: second)
        sample.store.effects = { _, _ in owner.value = nil }
        sample.store.execute(.add(1))
        let seen = first.events.count
        sample.store.execute(.add(1))
        #expect(first.events.count == seen)
        #expect(first.endings.count == first.events.count)
        #expect(second.events.count == 2 * seen)
    }
}

import CIS
import TestSupport
import Testing

/// What is observed on behalf of an owner needs no token and ends with it.
@MainActor
@Suite struct `Observing on behalf of an owner` {
    private let lab = LabScene()
    private let trail = Trail<String>()

    @Test func `every commit, by path and by closure, until the owner is gone`() {
        var owner: Owner? = Owner()
        if let owner {
            lab.runtime.observeEveryCommit(\.count, on: owner) { [trail] _, count in trail.note("path \(count)") }
            lab.runtime.observeEveryCommit({ $0.count }, on: owner, initially: false) { [trail] owner, count in
                owner.calls += 1
                trail.note("closure \(count)")
            }
        }
        lab.store.execute(.setFlag(true))
        #expect(owner?.calls == 1)
        owner = nil
        lab.store.execute(.add(1))
        #expect(trail.entries == ["path 0", "path 0", "closure 0"])
    }

    @Test func `every commit, once per turn`() async {
        let owner = Owner()
        lab.runtime.observeEveryCommit(\.count, on: owner, oncePerTurn: true, initially: false) { [trail] _, count in
            trail.note("\(count)")
        }
        lab.store.execute(.add(1))
        lab.store.execute(.add(1))
        #expect(trail.entries.isEmpty)
        await mainActorJobsBehind()
        #expect(trail.entries == ["2"])
        withExtendedLifetime(owner) {}
    }

    @Test func `a pulse, until the owner is gone`() {
        var owner: Owner? = Owner()
        lab.store.execute(.pulse("before"))
        if let owner {
            lab.runtime.observePulse(\.toast, on: owner) { [trail] _, text in trail.note(text) }
            lab.runtime.observePulse(\.toast, on: owner, replayingLast: true) { [trail] _, text in
                trail.note("also \(text)")
            }
        }
        lab.store.execute(.pulse("now"))
        owner = nil
        lab.store.execute(.pulse("later"))
        #expect(trail.entries == ["also before", "now", "also now"])
    }

    @Test func `the token of an owned observation ends it, and may be ignored`() {
        let owner = Owner()
        let token = lab.runtime.observePulse(\.toast, on: owner) { [trail] _, text in trail.note(text) }
        lab.store.execute(.pulse("one"))
        token.cancel()
        lab.store.execute(.pulse("two"))
        #expect(trail.entries == ["one"])
        withExtendedLifetime(owner) {}
    }

    // MARK: Scene observers

    @Test func `a scene observer is attached until the owner is gone, and held until that is noticed`() {
        var owner: Owner? = Owner()
        var log: EventLog? = EventLog()
        weak let attached = log
        if let owner, let log { lab.runtime.attach(log, on: owner) }
        log = nil
        lab.store.execute(.add(1))
        #expect(attached?.events.isEmpty == false)
        owner = nil
        lab.store.execute(.add(1))
        #expect(attached == nil)
    }

    @Test func `a scene observer that is its own owner is not held`() {
        var log: EventLog? = EventLog()
        weak let attached = log
        if let log { lab.runtime.attach(log, on: log) }
        lab.store.execute(.add(1))
        #expect(log?.events.isEmpty == false)
        log = nil
        #expect(attached == nil)
        lab.store.execute(.add(1))
        #expect(lab.store.state.count == 2)
    }

    @Test func `an attached scene observer can be detached early`() {
        let log = EventLog()
        lab.runtime.attach(log, on: log).cancel()
        lab.store.execute(.add(1))
        #expect(log.events.isEmpty)
    }

    @Test func `an owner that goes between begin and end of an event takes only its own observer along`() {
        let owner = Shared<Owner?>(Owner())
        let (first, second) = (EventLog(), EventLog())
        if let owner = owner.value { lab.runtime.attach(first, on: owner) }
        lab.runtime.attach(second, on: second)
        lab.store.effects = { _, _ in owner.value = nil }
        lab.store.execute(.add(1))
        let seen = first.events.count
        lab.store.execute(.add(1))
        #expect(first.events.count == seen)
        #expect(first.endings.count == first.events.count)
        #expect(second.events.count == 2 * seen)
    }
}

import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `observing once per turn` {
    private let lab = LabScene()
    private let trail = Trail<String>()

    private func observeOncePerTurn(_ name: String, initially: Bool = false) -> ObservationToken {
        lab.runtime.observe(\.count, delivery: .oncePerTurn, initially: initially) { [trail] in
            trail.note("\(name) \($0)")
        }
    }

    // MARK: Once per turn

    @Test func `however many commits a turn has, an observer is called once with the last value`() async {
        let token = observeOncePerTurn("a")
        let commits = repetitions(10_000)
        for _ in 0..<commits { lab.store.execute(.add(1)) }
        #expect(trail.entries.isEmpty)
        await mainActorJobsBehind()
        #expect(trail.entries == ["a \(commits)"])
        token.cancel()
    }

    @Test func `a delivery is no part of the action that changed the state first`() async {
        let token = lab.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) {
            [store = lab.store] count in
            store.execute(.append("\(count)"))
        }
        let gate = Gate()
        let action = lab.perform { controller in
            controller.store.execute(.add(1))
            await gate.pass()
        }
        // What the cancelled action executes is dropped; what the observer executes is not its doing.
        action.cancel()
        await mainActorJobsBehind()
        #expect(lab.store.state.log == ["1"])
        gate.open()
        await action.value
        #expect(lab.reports.kinds.isEmpty)
        token.cancel()
    }

    @Test func `each turn with a change has a call of its own`() async {
        let token = observeOncePerTurn("a")
        for _ in 0..<3 {
            lab.store.execute(.add(1))
            lab.store.execute(.add(1))
            await mainActorJobsBehind()
        }
        #expect(trail.entries == ["a 2", "a 4", "a 6"])
        token.cancel()
    }

    @Test func `a value that changes and changes back within a turn is not delivered`() async {
        let token = observeOncePerTurn("a", initially: true)
        lab.store.execute(.add(1))
        lab.store.execute(.add(-1))
        await mainActorJobsBehind()
        #expect(trail.entries == ["a 0"])
        token.cancel()
    }

    @Test func `the first call is immediate, also once per turn`() {
        let token = observeOncePerTurn("a", initially: true)
        #expect(trail.entries == ["a 0"])
        token.cancel()
    }

    @Test func `observers that are due in one turn are called in the order of their registration`() async {
        let tokens = ["a", "b", "c"].map { observeOncePerTurn($0) }
        lab.store.execute(.add(1))
        await mainActorJobsBehind()
        #expect(trail.entries == ["a 1", "b 1", "c 1"])
        for token in tokens { token.cancel() }
    }

    @Test func `observers of every change are called at once beside those of once per turn`() async {
        let late = observeOncePerTurn("late")
        let prompt = lab.runtime.observe(\.count, initially: false) { [trail] in trail.note("prompt \($0)") }
        lab.store.execute(.add(1))
        lab.store.execute(.add(1))
        #expect(trail.entries == ["prompt 1", "prompt 2"])
        await mainActorJobsBehind()
        #expect(trail.entries == ["prompt 1", "prompt 2", "late 2"])
        late.cancel()
        prompt.cancel()
    }

    @Test func `a mutation executed by a delivery leads to another delivery in a later turn`() async {
        let token = lab.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) { [lab, trail] count in
            trail.note("\(count)")
            guard count == 1 else { return }
            Task { trail.note("job between") }
            lab.store.execute(.add(1))
        }
        lab.store.execute(.add(1))
        await mainActorJobsBehind()
        #expect(trail.entries == ["1", "job between", "2"])
        token.cancel()
    }

    @Test func `an action executed by a delivery starts after it`() async {
        let started = Gate()
        let token = lab.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) { [lab, trail] count in
            lab.perform { _ in
                trail.note("action")
                started.open()
            }
            trail.note("delivered \(count)")
        }
        lab.store.execute(.add(1))
        await started.pass()
        #expect(trail.entries == ["delivered 1", "action"])
        token.cancel()
    }

    @Test func `observing every commit once per turn gives one call per turn`() async {
        let token = lab.runtime.observeEveryCommit(\.count, oncePerTurn: true, initially: false) { [trail] in
            trail.note("\($0)")
        }
        lab.store.execute(.add(1))
        lab.store.execute(.setFlag(true))
        await mainActorJobsBehind()
        #expect(trail.entries == ["1"])
        token.cancel()
    }

    @Test func `a delivery that is due when the scene stops or its owner goes is not made`() async {
        var owner: Owner? = Owner()
        if let owner {
            lab.runtime.observe(\.count, on: owner, delivery: .oncePerTurn, initially: false) { [trail] _, count in
                trail.note("owner \(count)")
            }
        }
        let stopped = LabScene()
        let token = stopped.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) { [trail] in
            trail.note("stopped \($0)")
        }
        lab.store.execute(.add(1))
        stopped.store.execute(.add(1))
        owner = nil
        stopped.runtime.stop()
        await mainActorJobsBehind()
        #expect(trail.entries.isEmpty)
        token.cancel()
    }

    // MARK: Not at once

    @Test func `an observer that asks for no first call gets none`() {
        let owner = Owner()
        let tokens = [
            lab.runtime.observe(\.count, initially: false) { [trail] in trail.note("path \($0)") },
            lab.runtime.observe({ $0.count }, initially: false) { [trail] in trail.note("closure \($0)") },
            lab.runtime.observe(\.count, on: owner, initially: false) { [trail] in trail.note("owner \($1)") },
            lab.runtime.observeEveryCommit(\.count, initially: false) { [trail] in trail.note("commit \($0)") },
        ]
        #expect(trail.entries.isEmpty)
        lab.store.execute(.add(0))
        #expect(trail.entries == ["commit 0"])
        lab.store.execute(.add(1))
        #expect(trail.entries == ["commit 0", "path 1", "closure 1", "owner 1", "commit 1"])
        for token in tokens { token.cancel() }
    }
}

import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `Observing once per turn` {
    private let sample = SampleScene()
    private let recorder = Recorder<String>()

    private func observeOncePerTurn(_ name: String, initially: Bool = false) -> ObservationToken {
        sample.runtime.observe(\.count, delivery: .oncePerTurn, initially: initially) { [recorder] in
            recorder.note("\(name) \($0)")
        }
    }

    // MARK: Once per turn

    @Test func `an observer is called once per turn with the last value, whatever the number of commits`() async {
        let token = observeOncePerTurn("a")
        let commits = repetitions(10_000)
        for _ in 0..<commits { sample.store.execute(.add(1)) }
        #expect(recorder.entries.isEmpty)
        await mainActorJobsBehind()
        #expect(recorder.entries == ["a \(commits)"])
        token.cancel()
    }

    @Test func `a delivery is no part of the action that changed the state first`() async {
        let token = sample.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) {
            [store = sample.store] count in
            store.execute(.append("\(count)"))
        }
        let gate = Gate()
        let action = sample.perform { controller in
            controller.store.execute(.add(1))
            await gate.pass()
        }
        await startsOfActions()
        // The mutation of the cancelled action is dropped. The mutation of the observer is not part of that action.
        action.cancel()
        await mainActorJobsBehind()
        #expect(sample.store.state.log == ["1"])
        gate.open()
        await action.value
        #expect(sample.reports.kinds.isEmpty)
        token.cancel()
    }

    @Test func `each turn with a change has a call of its own`() async {
        let token = observeOncePerTurn("a")
        for _ in 0..<3 {
            sample.store.execute(.add(1))
            sample.store.execute(.add(1))
            await mainActorJobsBehind()
        }
        #expect(recorder.entries == ["a 2", "a 4", "a 6"])
        token.cancel()
    }

    @Test func `a value that changes and changes back within a turn is not delivered`() async {
        let token = observeOncePerTurn("a", initially: true)
        sample.store.execute(.add(1))
        sample.store.execute(.add(-1))
        await mainActorJobsBehind()
        #expect(recorder.entries == ["a 0"])
        token.cancel()
    }

    @Test func `the first call is immediate, also once per turn`() {
        let token = observeOncePerTurn("a", initially: true)
        #expect(recorder.entries == ["a 0"])
        token.cancel()
    }

    @Test func `observers that are due in one turn are called in the order of their registration`() async {
        let tokens = ["a", "b", "c"].map { observeOncePerTurn($0) }
        sample.store.execute(.add(1))
        await mainActorJobsBehind()
        #expect(recorder.entries == ["a 1", "b 1", "c 1"])
        for token in tokens { token.cancel() }
    }

    @Test func `observers of every change are called at once beside those of once per turn`() async {
        let late = observeOncePerTurn("late")
        let prompt = sample.runtime.observe(\.count, initially: false) { [recorder] in recorder.note("prompt \($0)") }
        sample.store.execute(.add(1))
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["prompt 1", "prompt 2"])
        await mainActorJobsBehind()
        #expect(recorder.entries == ["prompt 1", "prompt 2", "late 2"])
        late.cancel()
        prompt.cancel()
    }

    @Test func `a mutation executed by a delivery leads to another delivery in a later turn`() async {
        let token = sample.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) {
            [sample, recorder] count in
            recorder.note("\(count)")
            guard count == 1 else { return }
            Task { recorder.note("job between") }
            sample.store.execute(.add(1))
        }
        sample.store.execute(.add(1))
        await mainActorJobsBehind()
        #expect(recorder.entries == ["1", "job between", "2"])
        token.cancel()
    }

    @Test func `an action executed by a delivery starts after it`() async {
        let started = Gate()
        let token = sample.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) {
            [sample, recorder] count in
            sample.perform { _ in
                recorder.note("action")
                started.open()
            }
            recorder.note("delivered \(count)")
        }
        sample.store.execute(.add(1))
        await started.pass()
        #expect(recorder.entries == ["delivered 1", "action"])
        token.cancel()
    }

    @Test func `a delivery that is due when the scene stops or its owner is released is not made`() async {
        var owner: Owner? = Owner()
        if let owner {
            sample.runtime.observe(\.count, on: owner, delivery: .oncePerTurn, initially: false) {
                [recorder] _, count in
                recorder.note("owner \(count)")
            }
        }
        let stopped = SampleScene()
        let token = stopped.runtime.observe(\.count, delivery: .oncePerTurn, initially: false) { [recorder] in
            recorder.note("stopped \($0)")
        }
        sample.store.execute(.add(1))
        stopped.store.execute(.add(1))
        owner = nil
        stopped.runtime.stop()
        await mainActorJobsBehind()
        #expect(recorder.entries.isEmpty)
        token.cancel()
    }

    // MARK: Not at once

    @Test func `an observer without an initial call is not called at registration`() {
        let owner = Owner()
        let tokens = [
            sample.runtime.observe(\.count, initially: false) { [recorder] in recorder.note("path \($0)") },
            sample.runtime.observe({ $0.count }, initially: false) { [recorder] in recorder.note("closure \($0)") },
            sample.runtime.observe(\.count, on: owner, initially: false) { [recorder] in recorder.note("owner \($1)") },
            sample.runtime.observeEveryCommit(\.count, initially: false) { [recorder] in recorder.note("commit \($0)")
            },
        ]
        #expect(recorder.entries.isEmpty)
        sample.store.execute(.add(0))
        #expect(recorder.entries == ["commit 0"])
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["commit 0", "path 1", "closure 1", "owner 1", "commit 1"])
        for token in tokens { token.cancel() }
    }
}

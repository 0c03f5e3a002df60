import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `G3 observers` {
    private let sample = SampleScene()
    private let recorder = Recorder<String>()

    /// Observes the count under a name.
    private func observeCount(_ name: String, initially: Bool = false) -> ObservationToken {
        sample.runtime.observe(\.count, initially: initially) { [recorder] in recorder.note("\(name) \($0)") }
    }

    // MARK: When and with what

    @Test func `observers are called in the order of their registration`() {
        let tokens = ["a", "b", "c", "d"].map { observeCount($0) }
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["a 1", "b 1", "c 1", "d 1"])
        for token in tokens { token.cancel() }
    }

    @Test func `the order of registration holds after observers in between have gone`() {
        var tokens = (0..<40).map { observeCount("\($0)") }
        for index in stride(from: 0, to: 40, by: 3).reversed() { tokens.remove(at: index).cancel() }
        tokens.append(observeCount("last"))
        sample.store.execute(.add(1))
        let expected = (0..<40).filter { !$0.isMultiple(of: 3) }.map { "\($0) 1" } + ["last 1"]
        #expect(recorder.entries == expected)
        for token in tokens { token.cancel() }
    }

    @Test func `an observer is called immediately on registration with the current value`() {
        sample.store.execute(.add(7))
        let token = observeCount("a", initially: true)
        #expect(recorder.entries == ["a 7"])
        token.cancel()
    }

    @Test func `an observer is called once per commit that changes its value, and for no other`() {
        let token = observeCount("a")
        sample.store.execute(.add(1))
        sample.store.execute(.setFlag(true))
        sample.store.execute(.add(0))
        sample.store.execute(.append("x"))
        sample.store.execute(.add(1))
        #expect(recorder.entries == ["a 1", "a 2"])
        token.cancel()
    }

    @Test func `an observer sees only committed states`() {
        let scene = FieldsScene()
        let seen = Recorder<String>()
        // Every mutation sets both fields, one after the other. Other mutations are queued while observers are called.
        let set: @MainActor (Int) -> Void = { [store = scene.store] number in
            store.change { state in
                state.large = number
                state.medium = Int32(number)
            }
        }
        let driver = scene.runtime.observe(\.large, initially: false) { number in
            for next in [number * 2, number * 2 + 1] where next < 8 { set(next) }
        }
        let viewers = [
            scene.runtime.observe(\.large, initially: false) { [store = scene.store] number in
                seen.note("\(number) \(store.state.large) \(store.state.medium)")
            },
            scene.runtime.observe({ Int($0.medium) }, initially: false) { [runtime = scene.runtime] number in
                seen.note("\(number) \(runtime.state.large) \(runtime.state.medium)")
            },
        ]
        set(1)
        #expect(seen.entries == (1..<8).flatMap { Array(repeating: "\($0) \($0) \($0)", count: 2) })
        driver.cancel()
        for viewer in viewers { viewer.cancel() }
    }

    // MARK: Revisions

    @Test func `all observers see one revision before any sees the next`() {
        let driver = sample.runtime.observe(\.count, initially: false) { [sample, recorder] count in
            recorder.note("driver \(count)")
            if count < 3 { sample.store.execute(.add(1)) }
        }
        let tokens = ["b", "c"].map { observeCount($0) }
        sample.store.execute(.add(1))
        #expect(
            recorder.entries == [
                "driver 1", "b 1", "c 1", "driver 2", "b 2", "c 2", "driver 3", "b 3", "c 3",
            ])
        driver.cancel()
        for token in tokens { token.cancel() }
    }

    @Test func `an observer whose action mutates lets all others see the revision before`() async {
        let driver = sample.runtime.observe(\.count, initially: false) { [sample, recorder] count in
            recorder.note("driver \(count)")
            if count < 2 { sample.runtime.execute(.mutate(.add(1))) }
        }
        let viewer = observeCount("viewer")
        sample.store.execute(.add(1))
        await mainActorJobsBehind()
        #expect(recorder.entries == ["driver 1", "viewer 1", "driver 2", "viewer 2"])
        driver.cancel()
        viewer.cancel()
    }

    @Test func `revisions strictly increase, also when mutations are nested`() {
        let log = EventLog()
        let attached = sample.runtime.attach(log)
        let token = sample.runtime.observe(\.count, initially: false) { [store = sample.store] count in
            if !count.isMultiple(of: 5) { store.execute(.add(1)) }
        }
        for _ in 0..<4 { sample.store.execute(.add(1)) }
        #expect(log.commits.count == 20)
        #expect(zip(log.commits, log.commits.dropFirst()).allSatisfy { $0 < $1 })
        token.cancel()
        attached.cancel()
    }

    @Test func `a hundred background writers give a reader no stale state and revisions that increase`() async {
        let log = EventLog()
        let attached = sample.runtime.attach(log)
        let frames = Recorder<Int>()
        let reader = sample.runtime.observe(\.count) { [sample] count in
            frames.note(count)
            #expect(sample.store.state.count == count)
        }
        let runtime = sample.runtime
        let each = fewerWhenSanitized(20)
        let tasks = await onThreads(100) { _ in
            (0..<each).map { _ in runtime.post(.mutate(.add(1))) }
        }
        for task in tasks.joined() { await task.value }
        #expect(frames.entries == Array(0...100 * each))
        #expect(log.commits.count == 100 * each)
        #expect(zip(log.commits, log.commits.dropFirst()).allSatisfy { $0 < $1 })
        reader.cancel()
        attached.cancel()
    }
}

extension EventLog {
    /// The numbers of the commits, in the order in which they were published.
    var commits: [UInt64] {
        events.compactMap { if case .commit(let number) = $0.kind { number } else { nil } }
    }
}

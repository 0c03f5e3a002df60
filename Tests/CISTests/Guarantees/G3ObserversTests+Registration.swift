import CIS
import Testing

extension `G3 observers` {
    @MainActor
    @Suite struct `registered and gone` {
        private let sample = SampleScene()
        private let recorder = Recorder<String>()
        private let tokens = Shared<[ObservationToken]>([])

        // MARK: During a notification

        @Test func `an observer added during a notification sees the current state once and misses nothing`() {
            let outer = sample.runtime.observe(\.count, initially: false) { [sample, recorder, tokens] count in
                guard count == 1 else { return }
                tokens.value.append(sample.runtime.observe(\.count) { recorder.note("added \($0)") })
            }
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["added 1"])
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["added 1", "added 2"])
            outer.cancel()
            tokens.value = []
        }

        @Test func `an observer of every commit added during a notification sees the current commit once`() {
            let outer = sample.runtime.observe(\.count, initially: false) { [sample, recorder, tokens] count in
                guard count == 1 else { return }
                tokens.value.append(sample.runtime.observeEveryCommit(\.count) { recorder.note("added \($0)") })
            }
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["added 1"])
            sample.store.execute(.setFlag(true))
            #expect(recorder.entries == ["added 1", "added 1"])
            outer.cancel()
            tokens.value = []
        }

        @Test func `an observer added while a mutation waits sees the state before and the state after`() {
            let outer = sample.runtime.observe(\.count, initially: false) { [sample, recorder, tokens] count in
                guard count == 1 else { return }
                sample.store.execute(.add(1))
                tokens.value.append(sample.runtime.observe(\.count) { recorder.note("added \($0)") })
            }
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["added 1", "added 2"])
            outer.cancel()
            tokens.value = []
        }

        @Test func `observers added during a notification, in any number, disturb no other`() {
            let outer = sample.runtime.observe(\.count, initially: false) { [sample, recorder, tokens] count in
                for number in 0..<100 {
                    tokens.value.append(
                        sample.runtime.observe(\.count, initially: false) { recorder.note("\(number) saw \($0)") })
                }
                recorder.note("outer \(count)")
            }
            let last = sample.runtime.observe(\.count, initially: false) { [recorder] in recorder.note("last \($0)") }
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["outer 1", "last 1"])
            outer.cancel()
            sample.store.execute(.add(1))
            let second = Array(recorder.entries.dropFirst(2))
            #expect(second == ["last 2"] + (0..<100).map { "\($0) saw 2" })
            last.cancel()
            tokens.value = []
        }

        @Test func `an observer added by a side effect sees the committed state once`() {
            sample.store.effects = { [sample, recorder, tokens] mutation, _ in
                guard mutation == .add(1) else { return }
                tokens.value.append(sample.runtime.observe(\.count) { recorder.note("added \($0)") })
            }
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["added 1"])
            sample.store.effects = nil
            tokens.value = []
        }

        // MARK: The first call

        @Test func `a mutation executed by the first call reaches the observer that executed it`() {
            let token = sample.runtime.observe(\.count) { [store = sample.store, recorder] count in
                recorder.note("\(count)")
                if count == 0 { store.execute(.add(1)) }
            }
            #expect(recorder.entries == ["0", "1"])
            token.cancel()
        }

        @Test func `a mutation executed by the first call reaches the observers before it first`() {
            let before = sample.runtime.observe(\.count) { [recorder] in recorder.note("before \($0)") }
            let token = sample.runtime.observe(\.count) { [store = sample.store, recorder] count in
                recorder.note("new \(count)")
                if count == 0 { store.execute(.add(1)) }
            }
            #expect(recorder.entries == ["before 0", "new 0", "before 1", "new 1"])
            before.cancel()
            token.cancel()
        }

        // MARK: Owners

        @Test func `an owner that was released is not called, and its observer is removed`() {
            let count = LiveCount()
            for _ in 0..<10_000 {
                let owner = Owner()
                let probe = LifetimeProbe(count)
                sample.runtime.observe(\.count, on: owner) { owner, _ in
                    withExtendedLifetime(probe) { owner.calls += 1 }
                }
            }
            sample.store.execute(.add(1))
            #expect(count.live < 64)
            #expect(count.peak < 64)
        }

        @Test func `the closure of an owner that was released is not called`() {
            var owner: Owner? = Owner()
            if let owner {
                sample.runtime.observe(\.count, on: owner) { [recorder] _, count in recorder.note("\(count)") }
            }
            sample.store.execute(.add(1))
            owner = nil
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["0", "1"])
        }

        @Test func `an owner may be released inside its own callback`() {
            let owner = Shared<Owner?>(Owner())
            if let held = owner.value {
                held.onDeinit = { [recorder] in recorder.note("owner gone") }
                sample.runtime.observe(\.count, on: held, initially: false) { [recorder] _, count in
                    recorder.note("called \(count)")
                    owner.value = nil
                }
            }
            let after = sample.runtime.observe(\.count, initially: false) { [recorder] in recorder.note("after \($0)") }
            sample.store.execute(.add(1))
            sample.store.execute(.add(1))
            #expect(recorder.entries.filter { $0 != "owner gone" } == ["called 1", "after 1", "after 2"])
            #expect(recorder.entries.contains("owner gone"))
            after.cancel()
        }

        @Test func `an owner whose deinit mutates and observes may be released during a notification`() {
            let owner = Shared<Owner?>(Owner())
            let first = sample.runtime.observe(\.count, initially: false) { _ in owner.value = nil }
            if let held = owner.value {
                held.onDeinit = { [sample, recorder, tokens] in
                    sample.store.execute(.append("last words"))
                    tokens.value.append(sample.runtime.observe(\.log) { recorder.note("\($0)") })
                }
                held.token = sample.runtime.observe(\.count, initially: false) { [recorder] in
                    recorder.note("own \($0)")
                }
                sample.runtime.observe(\.count, on: held, initially: false) { [recorder] in
                    recorder.note("bound \($1) \($0)")
                }
            }
            sample.store.execute(.add(1))
            #expect(sample.runtime.state.log == ["last words"])
            #expect(recorder.entries == ["[]", "[\"last words\"]"])
            first.cancel()
            tokens.value = []
        }

        @Test func `the same owner observing twice has two observations`() {
            let owner = Owner()
            let first = sample.runtime.observe(\.count, on: owner, initially: false) { [recorder] _, count in
                recorder.note("first \(count)")
            }
            sample.runtime.observe(\.count, on: owner, initially: false) { [recorder] in recorder.note("second \($1)") }
            sample.store.execute(.add(1))
            first.cancel()
            sample.store.execute(.add(1))
            #expect(recorder.entries == ["first 1", "second 1", "second 2"])
            withExtendedLifetime(owner) {}
        }
    }
}

import CIS
import Testing

extension `G3 observers` {
    @MainActor
    @Suite struct `registered and gone` {
        private let lab = LabScene()
        private let trail = Trail<String>()
        private let tokens = Shared<[ObservationToken]>([])

        // MARK: During a notification

        @Test func `an observer added during a notification sees the current state once and misses nothing`() {
            let outer = lab.runtime.observe(\.count, initially: false) { [lab, trail, tokens] count in
                guard count == 1 else { return }
                tokens.value.append(lab.runtime.observe(\.count) { trail.note("added \($0)") })
            }
            lab.store.execute(.add(1))
            #expect(trail.entries == ["added 1"])
            lab.store.execute(.add(1))
            #expect(trail.entries == ["added 1", "added 2"])
            outer.cancel()
            tokens.value = []
        }

        @Test func `an observer of every commit added during a notification sees the current commit once`() {
            let outer = lab.runtime.observe(\.count, initially: false) { [lab, trail, tokens] count in
                guard count == 1 else { return }
                tokens.value.append(lab.runtime.observeEveryCommit(\.count) { trail.note("added \($0)") })
            }
            lab.store.execute(.add(1))
            #expect(trail.entries == ["added 1"])
            lab.store.execute(.setFlag(true))
            #expect(trail.entries == ["added 1", "added 1"])
            outer.cancel()
            tokens.value = []
        }

        @Test func `an observer added while a mutation waits sees the state before and the state after`() {
            let outer = lab.runtime.observe(\.count, initially: false) { [lab, trail, tokens] count in
                guard count == 1 else { return }
                lab.store.execute(.add(1))
                tokens.value.append(lab.runtime.observe(\.count) { trail.note("added \($0)") })
            }
            lab.store.execute(.add(1))
            #expect(trail.entries == ["added 1", "added 2"])
            outer.cancel()
            tokens.value = []
        }

        @Test func `observers added during a notification, in any number, disturb no other`() {
            let outer = lab.runtime.observe(\.count, initially: false) { [lab, trail, tokens] count in
                for number in 0..<100 {
                    tokens.value.append(
                        lab.runtime.observe(\.count, initially: false) { trail.note("\(number) saw \($0)") })
                }
                trail.note("outer \(count)")
            }
            let last = lab.runtime.observe(\.count, initially: false) { [trail] in trail.note("last \($0)") }
            lab.store.execute(.add(1))
            #expect(trail.entries == ["outer 1", "last 1"])
            outer.cancel()
            lab.store.execute(.add(1))
            let second = Array(trail.entries.dropFirst(2))
            #expect(second == ["last 2"] + (0..<100).map { "\($0) saw 2" })
            last.cancel()
            tokens.value = []
        }

        @Test func `an observer added by a side effect sees the committed state once`() {
            lab.store.effects = { [lab, trail, tokens] mutation, _ in
                guard mutation == .add(1) else { return }
                tokens.value.append(lab.runtime.observe(\.count) { trail.note("added \($0)") })
            }
            lab.store.execute(.add(1))
            #expect(trail.entries == ["added 1"])
            lab.store.effects = nil
            tokens.value = []
        }

        // MARK: The first call

        @Test func `a mutation executed by the first call reaches the observer that executed it`() {
            let token = lab.runtime.observe(\.count) { [store = lab.store, trail] count in
                trail.note("\(count)")
                if count == 0 { store.execute(.add(1)) }
            }
            #expect(trail.entries == ["0", "1"])
            token.cancel()
        }

        @Test func `a mutation executed by the first call reaches the observers before it first`() {
            let before = lab.runtime.observe(\.count) { [trail] in trail.note("before \($0)") }
            let token = lab.runtime.observe(\.count) { [store = lab.store, trail] count in
                trail.note("new \(count)")
                if count == 0 { store.execute(.add(1)) }
            }
            #expect(trail.entries == ["before 0", "new 0", "before 1", "new 1"])
            before.cancel()
            token.cancel()
        }

        // MARK: Owners

        @Test func `an owner that is gone is not called, and what it left behind is pruned`() {
            let count = LiveCount()
            for _ in 0..<10_000 {
                let owner = Owner()
                let witness = Witness(count)
                lab.runtime.observe(\.count, on: owner) { owner, _ in
                    withExtendedLifetime(witness) { owner.calls += 1 }
                }
            }
            lab.store.execute(.add(1))
            #expect(count.live < 64)
            #expect(count.peak < 64)
        }

        @Test func `the closure of an owner that is gone is not called`() {
            var owner: Owner? = Owner()
            if let owner {
                lab.runtime.observe(\.count, on: owner) { [trail] _, count in trail.note("\(count)") }
            }
            lab.store.execute(.add(1))
            owner = nil
            lab.store.execute(.add(1))
            #expect(trail.entries == ["0", "1"])
        }

        @Test func `an owner may be released inside its own callback`() {
            let owner = Shared<Owner?>(Owner())
            if let held = owner.value {
                held.onDeinit = { [trail] in trail.note("owner gone") }
                lab.runtime.observe(\.count, on: held, initially: false) { [trail] _, count in
                    trail.note("called \(count)")
                    owner.value = nil
                }
            }
            let after = lab.runtime.observe(\.count, initially: false) { [trail] in trail.note("after \($0)") }
            lab.store.execute(.add(1))
            lab.store.execute(.add(1))
            #expect(trail.entries.filter { $0 != "owner gone" } == ["called 1", "after 1", "after 2"])
            #expect(trail.entries.contains("owner gone"))
            after.cancel()
        }

        @Test func `an owner whose deinit mutates and observes may go during a notification`() {
            let owner = Shared<Owner?>(Owner())
            let first = lab.runtime.observe(\.count, initially: false) { _ in owner.value = nil }
            if let held = owner.value {
                held.onDeinit = { [lab, trail, tokens] in
                    lab.store.execute(.append("last words"))
                    tokens.value.append(lab.runtime.observe(\.log) { trail.note("\($0)") })
                }
                held.token = lab.runtime.observe(\.count, initially: false) { [trail] in trail.note("own \($0)") }
                lab.runtime.observe(\.count, on: held, initially: false) { [trail] in trail.note("bound \($1) \($0)") }
            }
            lab.store.execute(.add(1))
            #expect(lab.runtime.state.log == ["last words"])
            #expect(trail.entries == ["[]", "[\"last words\"]"])
            first.cancel()
            tokens.value = []
        }

        @Test func `the same owner observing twice has two observations`() {
            let owner = Owner()
            let first = lab.runtime.observe(\.count, on: owner, initially: false) { [trail] _, count in
                trail.note("first \(count)")
            }
            lab.runtime.observe(\.count, on: owner, initially: false) { [trail] in trail.note("second \($1)") }
            lab.store.execute(.add(1))
            first.cancel()
            lab.store.execute(.add(1))
            #expect(trail.entries == ["first 1", "second 1", "second 2"])
            withExtendedLifetime(owner) {}
        }
    }
}

import CIS
import CISTesting
import TestSupport
import Testing

@MainActor
@Suite struct `Manual clock` {
    @Test func `sleeps end in the order of their deadlines, each at its time`() async {
        await given(ScriptedFixture(), .init()) { test in
            for seconds in [3, 1, 2, 1] {
                test.scene.execute(
                    .init("sleeps") { tools in
                        try? await tools.clock.sleep(for: .seconds(seconds))
                        tools.log("\(seconds) at \(tools.clock.now.offset)")
                    })
            }
            await test.settle()
            #expect(test.clock.deadlines == [.seconds(1), .seconds(1), .seconds(2), .seconds(3)])
            await test.clock.advance(by: .seconds(10))
            #expect(
                test.state.log == [
                    "1 at 1.0 seconds", "1 at 1.0 seconds", "2 at 2.0 seconds", "3 at 3.0 seconds",
                ])
            #expect(test.clock.now.offset == .seconds(10))
        }
    }

    @Test func `thousands of sleeps end in the order of their deadlines`() async {
        let count = repetitions(4_000, atLeast: 400)
        await given(ScriptedFixture(), .init()) { test in
            // Neither in order nor in reverse order, each deadline twice.
            let deadlines = (0..<count).map { $0 * 7_919 % (count / 2) }
            for (number, deadline) in deadlines.enumerated() {
                test.scene.execute(
                    .init("sleeps") { tools in
                        try? await tools.clock.sleep(for: .seconds(deadline + 1))
                        tools.log("\(number)")
                    })
            }
            await test.settle()
            await test.clock.advance(by: .seconds(count))
            // Those of one deadline go on at the same time, on the threads of the pool.
            let ended = test.state.log.compactMap { Int($0) }
            #expect(ended.map { deadlines[$0] } == deadlines.sorted())
            #expect(Set(ended).count == count)
        }
    }

    @Test func `no sleep ends early, and one that is due exactly now ends`() async {
        await given(ScriptedFixture(), .init()) { test in
            await test.when(
                .init("sleeps") { tools in
                    try? await tools.clock.sleep(for: .seconds(1))
                    tools.log("woke")
                })
            await test.clock.advance(by: .seconds(1) - .nanoseconds(1))
            #expect(test.state.log == [])
            await test.clock.advance(by: .nanoseconds(1))
            #expect(test.state.log == ["woke"])
        }
    }

    @Test func `an exploration ends two sleeps with one deadline in both orders`() async {
        var logs: Set<[String]> = []
        await explore(ScriptedFixture(), .init()) { test in
            let sleepers = ["a", "b"].map { name in
                ScriptedScene.Action(name) { tools in
                    tools.log(name)
                    try? await tools.clock.sleep(for: .seconds(1))
                    tools.log(name)
                }
            }
            await test.when(concurrently: sleepers[0], sleepers[1])
            logs.insert(test.state.log)
        }
        #expect(logs.isSuperset(of: [["a", "b", "a", "b"], ["a", "b", "b", "a"]]))
    }

    @Test func `a deadline that has come returns at once`() async throws {
        let clock = ManualClock(now: .seconds(5))
        try await clock.sleep(until: clock.now)
        try await clock.sleep(until: .init(offset: .seconds(4)))
        try await clock.sleep(until: .init(offset: .seconds(-4)))
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func `setting the clock ends no sleep, and sleeps wait for their deadlines`() async throws {
        let clock = ManualClock(now: .seconds(10))
        let sleeper = Task { try await clock.sleep(until: .init(offset: .seconds(20))) }
        await clock.sleepers(1)
        clock.set(to: .seconds(3))
        #expect(clock.now.offset == .seconds(3))
        await clock.advance(by: .seconds(16))
        #expect(clock.deadlines == [.seconds(20)])
        clock.set(to: .seconds(30))
        #expect(clock.deadlines == [.seconds(20)])
        await clock.advance(by: .zero)
        #expect(clock.deadlines == [])
        #expect(clock.now.offset == .seconds(30))
        try await sleeper.value
    }

    @Test func `the clock does not move back`() async {
        let clock = ManualClock()
        await clock.advance(by: .seconds(2))
        await clock.advance(by: .seconds(-5))
        #expect(clock.now.offset == .seconds(2))
    }

    @Test func `deadlines that are far away can be waited for`() async throws {
        let clock = ManualClock()
        let far = Duration.seconds(Int64.max)
        let sleeper = Task { try await clock.sleep(until: .init(offset: far)) }
        await clock.sleepers(1)
        await clock.advance(by: far - .seconds(1))
        #expect(clock.deadlines == [far])
        await clock.advance(by: .seconds(1))
        try await sleeper.value
        #expect(clock.now.offset == far)
    }

    @Test func `a sleep that is cancelled throws, before and while it sleeps`() async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.deadlines == [])
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(clock.deadlines == [])
    }

    @Test func `a sleep whose time has come always ends, even if it began late`() async {
        for _ in 0..<repetitions(5_000) {
            let clock = ManualClock()
            let sleeper = Task { @concurrent in try await clock.sleep(until: .init(offset: .seconds(1))) }
            await clock.advance(by: .seconds(1))
            let isLeft = !clock.deadlines.isEmpty
            #expect(!isLeft)
            if isLeft { await clock.advance(by: .zero) }
            _ = try? await sleeper.value
        }
    }

    @Test func `a clock that was made outside of the scenario waits until nothing in it can run`() async {
        for _ in 0..<repetitions(500) {
            let clock = ManualClock()
            await given(ScriptedFixture(), .init()) { test in
                await test.when(
                    .init("sleeps") { tools in
                        try? await clock.sleep(for: .seconds(1))
                        await tools.hop(3, then: "1")
                        try? await clock.sleep(for: .seconds(1))
                        await tools.hop(3, then: "2")
                    })
                await clock.advance(by: .seconds(2))
                #expect(test.state.log == ["1", "2"])
            }
        }
    }

    @Test func `answers that are scripted while the clock moves are used`() async {
        await given(AlbumFixture(), .init()) { test in
            test.worker.uploading.always(.error(InjectedFault()))
            await test.when(.retryTapped)
            await test.clock.advance(by: .seconds(1))
            test.worker.uploading.always(.value(()))
            await test.clock.advance(by: .seconds(1))
            test.then(\.isUploaded == true)
        }
    }

    @Test func `times are counted from the creation of the clock`() {
        let clock = ManualClock()
        let later = clock.now.advanced(by: .seconds(2))
        #expect(clock.now < later)
        #expect(clock.now.duration(to: later) == .seconds(2))
        #expect(clock.minimumResolution == .nanoseconds(1))
    }
}

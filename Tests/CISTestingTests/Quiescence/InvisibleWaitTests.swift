import CIS
import CISTesting
import TestSupport
import Testing

/// Waits that the library cannot see.
@MainActor
@Suite struct `Quiescence: invisible waits` {
    /// Runs a scenario in a task of its own, cancels it when the gate is reached, and returns what it reports.
    private func failuresOfCancelled(
        _ gate: Gate, _ body: @escaping @MainActor @Sendable (SceneTest<ScriptedFixture>) async -> Void
    ) async -> [TestFailure] {
        await failures {
            let scenario = Task { await given(ScriptedFixture(), .init()) { test in await body(test) } }
            await gate.reached()
            scenario.cancel()
            await scenario.value
            gate.open()
        }
    }

    @Test func `an untracked wait keeps settle suspended`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                let gate = Gate()
                let action = test.scene.execute(
                    .init("waits") { tools in
                        await gate.pass()
                        await tools.hop(2, then: "end")
                    })
                let settling = Task {
                    await test.settle()
                    return test.state.log
                }
                // The main actor's queue is first in, first out: by now it would have returned if it did not wait.
                await Task { @MainActor in }.value
                gate.open()
                #expect(await settling.value == ["end"])
                await action.value
            }
        }
    }

    @Test func `when the test is cancelled, the report lists the running actions with their last known steps`() async {
        let gate = Gate()
        let line = LockedValue<UInt>(0)
        let found = await failuresOfCancelled(gate) { test in
            line.withLock { $0 = #line + 1 }
            await test.when(
                .init("stuck") { tools in
                    _ = await tools.call("first")
                    await gate.pass()
                })
        }
        #expect(found.map(\.place.line) == [line.withLock { $0 }])
        #expect(
            found.first?.message == """
                The test ended while its scenes were still running. Still running, with the last known step:
                  stuck: called call(_:)
                A scenario tracks scripted calls, and sleeps and streams of the test. It cannot track other waits, or waits \
                in async let and task groups. Use a ScriptedStream instead of an AsyncStream, a ManualClock instead of a \
                system clock, and inParallel(_:_:) instead of a task group, or wrap the wait in waiting(for:_:).
                """)
    }

    @Test func `the last known step is the last tracked step of the action`() async {
        let gate = Gate()
        let found = await failuresOfCancelled(gate) { test in
            await test.when(
                .init("stuck") { tools in
                    _ = await tools.call("first")
                    tools.log("a")
                    tools.outputs.send(.said("b"))
                    tools.log("c")
                    await gate.pass()
                })
        }
        #expect(found.first?.message.contains("  stuck: mutation logged\n") == true)
    }

    @Test func `only runnable tasks are listed`() async {
        let gate = Gate()
        let found = await failuresOfCancelled(gate) { test in
            test.tryCall.always(.wait)
            await test.when(.init("waits") { _ = try? await $0.tryCall("held") })
            await test.when(.init("stuck") { _ in await gate.pass() })
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("  stuck: use case perform stuck\n") == true)
        #expect(found.first?.message.contains("waits:") == false)
    }

    @Test func `a clock that the test does not know keeps settle suspended, and is listed`() async {
        let gate = Gate()
        let found = await failuresOfCancelled(gate) { test in
            let stuck = StuckClock(gate: gate)
            let store = ScriptedStore(.init())
            let tools = ScriptedScene.Tools(store: store, outputs: .init(), doubles: test.fixture)
            let scene = SceneRuntime<ScriptedScene>(
                controller: ScriptedController(ScriptedInteractor(tools)), store: store, clock: stuck)
            scene.execute(.init("late", policy: .latest.debounced(for: .seconds(1))))
            await test.settle()
        }
        #expect(found.first?.message.contains("deadline of a policy: started") == true)
    }

    @Test func `a held call of a child task keeps settle suspended, and the report names the remedy`() async {
        let held = Gate()
        let found = await failures {
            let scenario = Task {
                await given(ScriptedFixture(), .init()) { test in
                    test.call.always(.wait)
                    let watcher = Task {
                        await test.call.called()
                        await held.pass()
                    }
                    await test.when(
                        .init("async let") { tools in
                            async let answer = tools.call("a")
                            tools.log(await answer)
                        })
                    await watcher.value
                }
            }
            await held.reached()
            scenario.cancel()
            held.open()
            await scenario.value
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.contains("async let: waiting for call(_:), in a task that is not tracked")
                == true)
        #expect(found.first?.message.contains("inParallel(_:_:) instead of a task group") == true)
    }

    @Test func `waiting(for) declares such a wait`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                let gate = Gate()
                let action = test.scene.execute(
                    .init("waits") { tools in
                        await waiting(for: "the gate") { await gate.pass() }
                        await tools.hop(2, then: "end")
                    })
                await test.settle()
                #expect(test.state.log == [])
                gate.open()
                await action.value
                #expect(test.state.log == ["end"])
            }
        }
    }

    @Test func `an action counts as running again after waiting(for)`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                let gate = Gate()
                let afterwards = Gate()
                let action = test.scene.execute(
                    .init("waits") { tools in
                        await waiting(for: "the gate") { await gate.pass() }
                        await afterwards.pass()
                        await tools.hop(2, then: "end")
                    })
                await test.settle()
                gate.open()
                await afterwards.reached()
                let settling = Task {
                    await test.settle()
                    return test.state.log
                }
                await Task { @MainActor in }.value
                afterwards.open()
                #expect(await settling.value == ["end"])
                await action.value
            }
        }
    }

    @Test func `a wait within a wait counts once`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                test.call.always(.wait)
                await test.when(
                    .init("waits twice") { tools in
                        let answer = await waiting(for: "a call") { await tools.call("a") }
                        await tools.hop(5, then: answer)
                    })
                // The work inside is not waited for, not even until it has made its call.
                await test.call.called()
                test.call.release(.value("answer"))
                await test.settle()
                #expect(test.state.log == ["answer"])
                await test.when(.init("hops") { await $0.hop(5, then: "end") })
                #expect(test.state.log == ["answer", "end"])
            }
        }
    }

    @Test func `a source that ends while it waits for an untracked sequence no longer counts`() async {
        for _ in 0..<repetitions(500) {
            await given(UnknownFeed(), .init()) { test in
                await test.when(.init("opens") { $0.store.execute(.setTicking(true)) })
                await test.when(.init("closes") { $0.store.execute(.setTicking(false)) })
                await test.fixture.gone.reached()
                await test.when(.init("hops") { await $0.hop(7, then: "end") })
                #expect(test.state.log == ["end"])
            }
        }
    }

    @Test func `waiting(for) returns and throws like its body, and has no effect outside of an action`()
        async throws
    {
        #expect(await waiting(for: "nothing") { 1 } == 1)
        await #expect(throws: InjectedFault()) { try await waiting(for: "nothing") { throw InjectedFault() } }
    }

    @Test func `settle in a cancelled test is quiet when the scenes are`() async {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let found = await failures {
                await given(ScriptedFixture(), .init()) { test in await test.settle() }
            }
            #expect(found.isEmpty)
        }.value
    }
}

/// A scripted scene with a source that is open while it is ticking, and reads a sequence of an unknown type.
private struct UnknownFeed: SceneFixture {
    let doubles = ScriptedFixture()
    /// Reached when the source has ended.
    let gone = Gate()

    func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
        gone.open()
        let store = ScriptedStore(state)
        let tools = ScriptedScene.Tools(store: store, outputs: .init(), doubles: doubles)
        let gone = self.gone
        let scene = SceneRuntime<ScriptedScene>(controller: ScriptedController(ScriptedInteractor(tools)), store: store)
        scene.sources { state in
            guard state.isTicking else { return [] }
            return [
                SceneSource("unknown", { Self.numbers(until: gone) }) { number in
                    ScriptedScene.Action("number \(number)")
                }
            ]
        }
        return scene
    }

    /// Never has an element, and passes the gate when its reader is cancelled.
    private static func numbers(until gone: Gate) -> AsyncStream<Int> {
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.onTermination = { _ in Task { await gone.pass() } }
        return numbers
    }
}

/// A clock on which a sleep waits for the gate.
private struct StuckClock: Clock {
    typealias Instant = ManualClock.Instant
    let gate: Gate
    var now: Instant { ManualClock().now }
    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { await gate.pass() }
}

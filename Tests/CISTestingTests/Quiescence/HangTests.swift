import CIS
import CISTesting
import TestSupport
import Testing

/// A test whose scene waits for something outside of the test ends with a message that names the wait and the remedy.
@MainActor
@Suite struct `Hangs` {
    /// A scene that is not given the fixture's clock.
    private struct Clockless: SceneFixture {
        let doubles = ScriptedFixture()
        var ticks = false

        func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
            let store = ScriptedStore(state)
            let tools = ScriptedScene.Tools(store: store, outputs: .init(), doubles: doubles)
            let ticks = self.ticks
            let scene = SceneRuntime<ScriptedScene>(
                controller: ScriptedController(ScriptedInteractor(tools)), store: store)
            scene.sources { _ in ticks ? [.timer("tick", every: .seconds(3_600)) { _ in .init("tick") }] : [] }
            return scene
        }
    }

    // MARK: Clocks of the system

    @Test func `a debounce on a system clock was waited for without a report`() async {
        var line: UInt = 0
        let found = await failures {
            await given(Clockless(), .init()) { test in
                line = #line + 1
                await test.when(.init("typed", policy: .latest.debounced(for: .seconds(3_600))))
                await test.settle()
            }
        }
        #expect(found.map(\.place.line) == [line])
        #expect(
            found.first?.message.hasPrefix(
                """
                A scene uses a system clock, so that real time would have to pass:
                  deadline of a policy: sleeping on a system clock
                  typed: waiting for its policy
                Give the fixture's ManualClock to the scene and to each of its \
                children, as SceneRuntime(clock:), and to each timer and worker that sleeps.
                """) == true)
    }

    /// A scene that is given the fixture's clock, with a child that is not.
    private struct ClocklessChild: SceneFixture {
        let doubles = ScriptedFixture()

        func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
            let scene = doubles.assemble(state)
            scene.add(Clockless().assemble(.init()))
            return scene
        }
    }

    @Test func `a debounce of a child that was not given the clock was waited for in silence`() async {
        let found = await failures {
            await given(ClocklessChild(), .init()) { test in
                let child = test.scene.children.first as? SceneRuntime<ScriptedScene>
                child?.execute(.init("typed", policy: .latest.debounced(for: .seconds(3_600))))
                await test.settle()
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("Give the fixture's ManualClock to the scene and to each of its") == true)
    }

    @Test func `a debounce on a system clock is also reported when it has ended`() async {
        let found = await failures {
            await given(Clockless(), .init()) { test in
                await test.scene.execute(.init("typed", policy: .latest.debounced(for: .nanoseconds(1)))).value
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("has slept on a system clock") == true)
        #expect(found.first?.message.contains("SceneRuntime(clock:)") == true)
    }

    @Test func `a timer on a system clock kept settle suspended for ever`() async {
        let found = await failures {
            await given(Clockless(ticks: true), .init()) { test in await test.settle() }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("source tick: sleeping on a system clock") == true)
    }

    @Test func `a time limit on a system clock does not matter to an action that ends`() async {
        for _ in 0..<repetitions(500) {
            await given(Clockless(), .init()) { test in
                await test.when(
                    .init("quick", policy: .first.timeout(after: .seconds(86_400))) { await $0.hop(3, then: "done") })
                #expect(test.state.log == ["done"])
            }
        }
    }

    // MARK: The watch

    /// Runs a scenario whose watchdog the test advances, and returns its reports. The body opens the gate right before it waits.
    private func failuresOfWatched(
        _ body: @escaping @MainActor @Sendable (SceneTest<ScriptedFixture>, _ hasBegun: Gate) async -> Void
    ) async -> [TestFailure] {
        let watchdog = Watchdog()
        let hasBegun = Gate()
        return await failures {
            await Watchdog.$current.withValue(watchdog) {
                let isOver = LockedValue(false)
                Task {
                    await given(ScriptedFixture(), .init()) { test in await body(test, hasBegun) }
                    isOver.withLock { $0 = true }
                }
                await hasBegun.pass()
                // Seconds without any event pass at once.
                while !isOver.withLock({ $0 }) {
                    await mainActorJobsBehind()
                    watchdog.tick()
                }
            }
        }
    }

    @Test func `an action that reads a plain stream kept settle suspended for ever`() async {
        let line = LockedValue<UInt>(0)
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        let found = await failuresOfWatched { test, hasBegun in
            line.withLock { $0 = #line + 1 }
            await test.when(
                .init("reads") { tools in
                    tools.log("reading")
                    hasBegun.open()
                    for await number in numbers { tools.log("\(number)") }
                })
            test.then(\.log == ["reading"])
            // The next action does not have to wait for it.
            await test.when(.init("logs") { $0.log("next") })
            test.then(\.log == ["reading", "next"])
        }
        continuation.finish()
        #expect(found.map(\.place.line) == [line.withLock { $0 }])
        #expect(
            found.first?.message.hasPrefix(
                """
                The scenes are still running, but nothing has happened for 20 s. Still running, with the last known step:
                  reads: mutation logged
                A scenario tracks scripted calls, and sleeps and streams of the test. It cannot track other waits
                """) == true)
        #expect(found.first?.message.contains("a ScriptedStream instead of an AsyncStream") == true)
    }

    @Test func `a test that waits for an action that waits for the test never ended`() async {
        let found = await failuresOfWatched { test, hasBegun in
            test.tryCall.always(.wait)
            let action = test.scene.execute(.init("saves") { _ = try? await $0.tryCall("draft") })
            await test.settle()
            hasBegun.open()
            await action.value
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.hasPrefix(
                """
                The test is stuck: nothing has happened for 20 s, and nothing in its scenes can run. \
                In flight:
                  saves: waiting for tryCall(_:)
                Release the calls, or move the clock, before waiting for an action.
                """) == true)
    }

    @Test func `two actions that wait for each other are named, with the groups for which they wait`() async {
        let found = await failuresOfWatched { test, hasBegun in
            let (red, blue) = (ActionPolicy.serial.group("red"), ActionPolicy.serial.group("blue"))
            test.call.always(.value(""))
            let action = test.scene.execute(
                .init("red", policy: red) { tools in
                    _ = await tools.call("red")
                    await tools.scene?.run(.init("in blue", policy: blue))
                })
            await test.when(
                .init("blue", policy: blue) { tools in
                    _ = await tools.call("blue")
                    await tools.scene?.run(.init("in red", policy: red))
                })
            hasBegun.open()
            await action.value
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("in blue: waiting for a slot of the group blue") == true)
        #expect(found.first?.message.contains("in red: waiting for a slot of the group red") == true)
    }

    @Test func `a test that waits for a call, a sleep or a reader that never comes ends`() async {
        for wait in 0..<3 {
            let found = await failuresOfWatched { test, hasBegun in
                hasBegun.open()
                switch wait {
                case 0: await test.call.called()
                case 1: await test.clock.sleepers(1)
                default: await test.feed.reader()
                }
            }
            #expect(found.count == 1)
            #expect(found.first?.message.contains("No action is in flight.") == true)
        }
    }

    private static var again: ScriptedScene.Action {
        ScriptedScene.Action("again") { tools in
            _ = await elsewhere(1)
            tools.scene?.execute(Self.again)
        }
    }

    @Test(.warningsExpected, arguments: [false, true])
    func `an action that executes itself for ever is reported at the line of the wait`(isExplored: Bool) async {
        var line: UInt = 0
        let found = await StepLimit.$current.withValue(50) {
            await failures {
                if isExplored {
                    await explore(ScriptedFixture(), .init()) { test in
                        line = #line + 1
                        await test.when(Self.again)
                    }
                } else {
                    await given(ScriptedFixture(), .init()) { test in
                        line = #line + 1
                        await test.when(Self.again)
                    }
                }
            }
        }
        #expect(found.map(\.place.line) == [line])
        let wanted = "The scenes never come to rest, because actions begin again and again. The last ones:\n  again: "
        #expect(found.first?.message.hasPrefix(wanted) == true, "\(found.first?.message ?? "")")
    }

    @Test func `a scenario in which something happens is never ended, even if it takes long`() async {
        let watchdog = Watchdog()
        await Watchdog.$current.withValue(watchdog) {
            await given(ScriptedFixture(), .init()) { test in
                for _ in 0..<100 {
                    await test.when(.init("hops") { await $0.hop(2, then: "end") })
                    for _ in 0..<19 { watchdog.tick() }
                }
                #expect(test.state.log.count == 100)
            }
        }
    }
}

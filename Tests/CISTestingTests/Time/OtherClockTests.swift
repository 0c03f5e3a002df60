import CIS
import CISTesting
import Testing

@MainActor @Suite("Immediate and unused clocks")
struct OtherClockTests {
    @Test func `sleeps on an immediate clock return at once, and move it to each deadline`() async throws {
        let clock = ImmediateClock()
        var isOtherRun = false
        let other = Task { isOtherRun = true }
        for _ in 0..<1_000 { try await clock.sleep(until: clock.now.advanced(by: .seconds(3_600))) }
        // The sleep did not suspend, so no other task has run.
        #expect(!isOtherRun)
        #expect(clock.now.offset == .seconds(3_600_000))
        try await clock.sleep(until: .init(offset: .seconds(1)))
        #expect(clock.now.offset == .seconds(3_600_000))
        #expect(clock.minimumResolution == .nanoseconds(1))
        await other.value
    }

    @Test func `a cancelled sleep on an immediate clock throws`() async {
        let clock = ImmediateClock()
        let sleeper = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.now.offset == .zero)
    }

    @Test func `a clock that must not be used fails at the line where it was made`() async throws {
        var line: UInt = 0
        let found = try await failures {
            line = #line + 1
            let clock = UnusedClock()
            #expect(clock.now.offset == .zero)
            try await clock.sleep(until: .init(offset: .seconds(1)))
            #expect(clock.minimumResolution == .nanoseconds(1))
        }
        #expect(
            found.map { $0.message.prefix { $0 != "." } } == [
                "A task read the time of a clock that must not be used",
                "A task slept on a clock that must not be used",
            ])
        #expect(found.map(\.place.line) == [line, line])
    }

    @Test func `a clock that must not be used fails the scenario that uses it, once, with the remedy`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                let clock = UnusedClock()
                await test.when(
                    .init("sleeps") { _ in
                        try? await clock.sleep(until: .init(offset: .zero))
                        try? await clock.sleep(for: .seconds(1))
                    })
            }
        }
        #expect(found.count == 1)
        let text =
            "A task slept on a clock that must not be used. If it is meant to wait, give the scene a ManualClock, by "
            + "SceneRuntime(clock:) or to its worker.\nSteps before the failure:\n"
        #expect(found.first?.message.hasPrefix(text) == true)
    }

    @Test func `a debounce on a clock that must not be used is reported once`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                let store = ScriptedStore(.init())
                let tools = ScriptedScene.Tools(store: store, outputs: .init(), doubles: test.fixture)
                let scene = SceneRuntime<ScriptedScene>(
                    controller: ScriptedController(ScriptedInteractor(tools)), store: store, clock: UnusedClock())
                scene.execute(.init("late", policy: .latest.debounced(for: .zero)))
                await test.settle()
            }
        }
        #expect(found.count == 1)
    }
}

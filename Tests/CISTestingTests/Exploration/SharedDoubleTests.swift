import CIS
import CISTesting
import Testing

/// Each run of an exploration has doubles of its own.
@MainActor
@Suite struct `Exploration: doubles that runs share` {
    @Test func `a double that two runs share is reported`() async {
        struct Shared: SceneFixture {
            let doubles: ScriptedFixture
            func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> { doubles.assemble(state) }
        }
        var shared: ScriptedFixture?
        let found = await failures {
            await explore(Shared(doubles: shared ?? ScriptedFixture()), .init()) { test in
                shared = test.fixture.doubles
                await test.when(concurrently: .init("a") { _ = await $0.call("a") }, .init("b"))
            }
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.hasPrefix("call(_:) belongs to a double that was made before this run") == true,
            "\(found.first?.message ?? "")")
    }

    @Test(arguments: ["sleep(until:)", "next()"])
    func `a clock and a stream that were made before are reported, too`(_ function: String) async {
        let (clock, feed) = (ManualClock(), ScriptedStream<String>())
        let found = await failures {
            await explore(ScriptedFixture(), .init()) { test in
                await test.when(
                    concurrently: .init("waits") { _ in
                        if function == "sleep(until:)" { try? await clock.sleep(for: .seconds(1)) }
                        do { for try await _ in feed {} } catch {}
                    },
                    .init("b"))
            }
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.hasPrefix("\(function) belongs to a double that was made before this run") == true,
            "\(found.first?.message ?? "")")
    }

    @Test func `a double that was made before two explorations is reported by both, and nothing is proven`() async {
        let shared = ScriptedFixture()
        var line: UInt = 0
        let found = await failures {
            line = #line + 4
            let explorations = (0..<2).map { _ in
                Task {
                    await explore(shared, .init()) { test in
                        await test.when(concurrently: .init("a") { _ = await $0.call("a") }, .init("b"))
                    }
                }
            }
            for exploration in explorations { #expect(await exploration.value.completeSwitches == nil) }
        }
        #expect(found.map(\.place.line) == [line, line])
        #expect(found.allSatisfy { $0.message.hasPrefix("call(_:) belongs to a double that was made before this run") })
    }
}

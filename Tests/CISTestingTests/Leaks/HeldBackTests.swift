import CIS
import CISTesting
import TestSupport
import Testing

/// The leak check of a scenario at whose end a policy holds an action back.
@MainActor
@Suite struct `Leaks: actions that are held back` {
    /// A scripted scene that perhaps holds itself.
    private struct Fixture: SceneFixture {
        let doubles = ScriptedFixture()
        let leaks: Bool

        func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
            let scene = doubles.assemble(state)
            if leaks { scene.observe(\.log, on: scene, initially: false) { [scene] _, _ in _ = scene } }
            return scene
        }
    }

    private nonisolated static let policies: [(name: String, policy: ActionPolicy)] = [
        ("debounced", .latest.debounced(for: .seconds(1))), ("serial", .serial.debounced(for: .seconds(1))),
        ("throttled", .latest.throttled(for: .seconds(1))),
    ]

    private func failuresOfScenario(leaks: Bool, _ policy: ActionPolicy, callsWorker: Bool = false) async
        -> [TestFailure]
    {
        await failures {
            await given(Fixture(leaks: leaks), .init()) { test in
                if callsWorker { test.fixture.doubles.call.always(.wait) }
                let action = ScriptedScene.Action("saves", policy: policy) { tools in
                    if callsWorker { _ = await tools.call("save") }
                    tools.log("saved")
                }
                await test.when(action)
                await test.when(action)
            }
        }
    }

    @Test(arguments: policies.indices) func `a leak is found although an action is held back`(index: Int) async {
        let found = await failuresOfScenario(leaks: true, Self.policies[index].policy)
        #expect(found.count == 1)
        #expect(found.first?.message.contains("is still alive") == true)
    }

    @Test(arguments: policies.indices) func `an action that is held back is dropped with its scene, and is no leak`(
        index: Int
    ) async {
        for _ in 0..<repetitions(100, atLeast: 5) {
            let found = await failuresOfScenario(leaks: false, Self.policies[index].policy)
            #expect(found.map(\.message) == [])
        }
    }

    @Test func `an action that has begun may hold the scene, also if another one waits for it`() async {
        #expect(await failuresOfScenario(leaks: false, .serial, callsWorker: true).isEmpty)
        #expect(await failuresOfScenario(leaks: true, .serial, callsWorker: true).isEmpty)
    }
}

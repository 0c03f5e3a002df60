import CIS
import CISTesting
import TestSupport
import Testing

/// Failures that are found by a seed.
extension `Exploration: shortest schedules` {
    /// Three actions that make calls and log each answer.
    private func play(_ test: SceneTest<ScriptedFixture>, _ count: Int) async {
        let actions = ["a", "b", "c"].map { name in
            ScriptedScene.Action(name) { tools in
                for number in 0..<count {
                    _ = await tools.call("\(name)\(number)")
                    tools.log(name)
                }
            }
        }
        await test.when(concurrently: actions[0], actions[1], actions[2])
    }

    @Test func `a failure that a seed has found is searched among the orders with fewer switches`() async {
        var fewer = 0
        for third in ["a", "b", "c"] {
            for last in ["a", "b", "c"] {
                let (result, found) = await outcome {
                    await explore(ScriptedFixture(), .init(), seeds: 12, keepsTraces: true) { test in
                        await play(test, 2)
                        test.expect("another order", test.state.log[2] != third || test.state.log[5] != last)
                    }
                }
                guard !found.isEmpty, let seed = result.failingSeed, let switches = result.switches else { continue }
                #expect(switches <= 1, "\(third), \(last)")
                if switches < switchCount(result.traces[seed]) { fewer += 1 }
            }
        }
        #expect(fewer > 0)
    }

    @Test func `switches of a failing run are taken back where there are too many orders with fewer`() async {
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init(), seeds: 2, keepsTraces: true) { test in
                await play(test, 6)
                let log = test.state.log
                // With two switches it changes four times at most.
                test.expect("it rarely changes", zip(log, log.dropFirst()).count { $0 != $1 } < 5)
            }
        }
        #expect(found.count == 1)
        #expect(result.failingSeed == 2)
        #expect(result.switches == 3)
        #expect(switchCount(result.traces[2]) > 3)
    }

    private func switchCount(_ trace: String?) -> Int {
        (trace ?? "").split(separator: "\n").count { $0.hasSuffix("← a switch") }
    }
}

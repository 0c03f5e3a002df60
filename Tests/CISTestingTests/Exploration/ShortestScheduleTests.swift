import CIS
import CISTesting
import TestSupport
import Testing

/// The reported schedule has the fewest switches with which the scenario fails.
@MainActor
@Suite(.serialized)
struct `Exploration: shortest schedules` {
    /// Executes several actions at once. Each makes the given number of calls and logs each call.
    private func play(_ test: SceneTest<ScriptedFixture>, _ calls: [Int]) async {
        let actions = calls.enumerated().map { number, count in
            ScriptedScene.Action("\(number)") { tools in
                for call in 0..<count { tools.log(await tools.call("\(number)-\(call)")) }
            }
        }
        if actions.count == 2 {
            await test.when(concurrently: actions[0], actions[1])
        } else {
            await test.when(concurrently: actions[0], actions[1], actions[2])
        }
    }

    /// The results of many runs, each with the fewest switches that lead to it.
    private func fewestSwitches(_ calls: [Int], seeds: Int) async -> [[String]: Int] {
        let logs = LockedValue<[[String]]>([])
        let traces = await explore(ScriptedFixture(), .init(), seeds: seeds, keepsTraces: true) { test in
            await play(test, calls)
            logs.withLock { $0.append(test.state.log) }
        }.traces
        var fewest: [[String]: Int] = [:]
        for (log, trace) in zip(logs.withLock { $0 }, traces.sorted { $0.key < $1.key }) {
            let switches = trace.value.split(separator: "\n").count { $0.hasSuffix("← a switch") }
            fewest[log] = min(fewest[log] ?? .max, switches)
        }
        return fewest
    }

    /// The calls per action, and the number of seeds that are needed to see every outcome in its shortest form. A
    /// slower build uses the first three elements, and the thread sanitizer the first.
    private nonisolated static let shapes = [
        ([1, 1], 50), ([2, 1], 100), ([1, 1, 1], 300), ([2, 2], 600), ([3, 2], 600),
    ]

    @Test(arguments: shapes.prefix(repetitions(60, atLeast: fewerWhenSanitized(2))))
    func `every outcome is found with as few switches as by an exhaustive search`(_ calls: [Int], _ seeds: Int) async {
        let fewest = await fewestSwitches(calls, seeds: seeds)
        #expect(fewest.count > 1)
        for (log, switches) in fewest.sorted(by: { $0.value > $1.value }).prefix(repetitions(20, atLeast: 3)) {
            let (result, found) = await outcome {
                await explore(ScriptedFixture(), .init(), seeds: seeds) { test in
                    await play(test, calls)
                    test.expect("it is another", test.state.log != log)
                }
            }
            #expect(found.count == 1)
            #expect(result.switches == switches, "\(log)")
            let marks = result.schedule?.split(separator: "\n").count { $0.hasSuffix("← a switch") }
            #expect(marks == switches)
            let count = switches == 1 ? "1 switch" : "\(switches) switches"
            #expect(found.first?.message.contains(", with \(count):\n\(result.schedule ?? "-")") == true)
            #expect(result.summary.hasPrefix("Failed in run \(result.failingSeed ?? 0), with \(count)."))
        }
    }

    @Test func `the lost update takes one switch`() async {
        var line: UInt = 0
        let (result, found) = await outcome {
            await explore(AlbumFixture(style: .racy), .init(), seeds: 100, reportsStaleWrites: false) { test in
                await test.when(concurrently: .picked("a"), .picked("b"), .picked("c"))
                line = #line + 1
                test.then(\.domainState.pictures.count == 3)
            }
        }
        #expect(result.failingSeed.map { $0 <= 100 } == true)
        #expect(result.switches == 1)
        #expect(found.map(\.place.line) == [line])
        #expect(found.first?.message.hasPrefix("A part of domainState.pictures differs") == true)
        #expect(found.first?.message.contains("start picked(\"b\") (task 2)  ← a switch") == true)
    }

    @Test func `a failure without a switch is found, even if it takes many choices`() async {
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init(), seeds: 500) { test in
                await play(test, [1, 1, 1])
                test.expect("not backwards", test.state.log != ["2-0!", "1-0!", "0-0!"])
            }
        }
        #expect(found.count == 1)
        #expect(result.switches == 0)
    }

    @Test func `a run that does not end is reported, and soon`() async {
        #expect(StepLimit.current == 10_000)
        let (result, found) = await StepLimit.$current.withValue(500) {
            await outcome {
                await explore(ScriptedFixture(), .init(), seeds: 1) { test in
                    await test.when(
                        concurrently: .init("for ever") { tools in
                            while !Task.isCancelled { _ = await tools.call("on") }
                        },
                        .init("for ever, too") { tools in while !Task.isCancelled { _ = await tools.call("on") } })
                }
            }
        }
        #expect(result.failingSeed == 1)
        #expect(result.schedule?.contains("\n  … 450 more …\n") == true)
        #expect(
            found.first?.message.hasPrefix("A run of an exploration did not end within 500 steps.") == true
        )
    }

    @Test func `an order that does not end is reported at its line, with what held before`() async {
        var line: UInt = 0
        let (result, found) = await StepLimit.$current.withValue(50) {
            await outcome {
                await explore(ScriptedFixture(), .init()) { test in
                    line = #line + 1
                    await test.when(
                        concurrently: .init("a") { tools in
                            tools.log("a")
                            tools.log(await tools.call("a"))
                        },
                        .init("asks until the answer is there") { tools in
                            while tools.scene?.state.log.last == "a" { _ = await tools.call("on") }
                        })
                }
            }
        }
        #expect(found.map(\.place.line) == [line])
        #expect(
            result.summary
                == "Failed in run 3, with 1 switch. Before it: complete up to 0 switches, 2 orders held.")
    }

    @Test func `an action that polls for ever is told to become a source`() async {
        let found = await StepLimit.$current.withValue(50) {
            await failures {
                await explore(ScriptedFixture(), .init(), seeds: 1) { test in
                    await test.when(
                        .init("poll") { tools in
                            while (try? await tools.clock.sleep(for: .seconds(5))) != nil { tools.log("polled") }
                        })
                }
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("An action that repeats, such as a poll, never ends here") == true)
    }

    @Test func `an exploration whose test is cancelled does not go on`() async {
        let gate = Gate()
        let runs = LockedValue(0)
        let found = await failures {
            let exploration = Task {
                await explore(ScriptedFixture(), .init(), seeds: 100) { test in
                    runs.withLock { $0 += 1 }
                    await test.when(.init("stuck") { _ in await gate.pass() })
                }
            }
            await gate.reached()
            exploration.cancel()
            _ = await exploration.value
            gate.open()
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("The test ended while its scenes were still running.") == true)
        #expect(runs.withLock { $0 } == 1)
    }
}

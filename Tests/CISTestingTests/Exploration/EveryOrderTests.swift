import CIS
import CISTesting
import TestSupport
import Testing

/// The orders with few switches come first, each once, and the exploration says what it has proven.
@MainActor
@Suite struct `Exploration: every order` {
    /// An action that makes calls and logs each answer.
    nonisolated private static func caller(_ name: String, calls: Int) -> ScriptedScene.Action {
        .init(name) { tools in for call in 0..<calls { tools.log(await tools.call("\(name)\(call)")) } }
    }

    @Test func `all orders of a small scenario run once, and this is said`() async {
        var logs: [[String]] = []
        let result = await explore(ScriptedFixture(), .init(), seeds: 1_000) { test in
            test.call.always(.value("!"))
            await test.when(concurrently: Self.caller("a", calls: 1), .init("b") { $0.log("b") })
            logs.append(test.state.log)
        }
        // a starts, b starts, a's answer arrives: three orders.
        #expect(result.orders == 3)
        #expect(result.isComplete)
        #expect(result.completeSwitches == .max)
        #expect(result.summary == "Proven: all 3 orders held.")
        #expect(logs.count == 3)
        #expect(Set(logs) == [["!", "b"], ["b", "!"]])
        #expect(result.warnings.isEmpty)
    }

    @Test func `a small scenario is run to its end, beyond the switches that have to be complete`() async {
        let result = await explore(ScriptedFixture(), .init(), seeds: 200) { test in
            test.call.always(.value("!"))
            await test.when(concurrently: Self.caller("a", calls: 2), Self.caller("b", calls: 2))
        }
        // Three steps of each action: six over three.
        #expect(result.orders == 20)
        #expect(result.summary == "Proven: all 20 orders held.")
    }

    @Test(.warningsExpected) func `an exploration of one order says that nothing overlaps`() async {
        let result = await explore(ScriptedFixture(), .init()) { test in
            await test.when(Self.caller("a", calls: 2))
        }
        #expect(result.orders == 1)
        #expect(result.summary == "Proven: the only order held.")
        #expect(result.warnings.first?.hasPrefix("Nothing overlaps here: ") == true)
    }

    @Test func `a large scenario is complete up to the given switches, or says how far it has come`() async {
        func run(_ seeds: Int, _ switches: Int?) async -> Exploration {
            await explore(ScriptedFixture(), .init(), seeds: seeds, switches: switches) { test in
                await test.when(
                    concurrently: Self.caller("a", calls: 2), Self.caller("b", calls: 2), Self.caller("c", calls: 2))
            }
        }
        let result = await run(200, 1)
        #expect(!result.isComplete)
        #expect(result.completeSwitches == 1)
        #expect(result.summary.hasPrefix("Proven: complete up to 1 switch, "))
        #expect(result.summary.hasSuffix(" runs by seed held."))
        #expect(result.runs == 200)
        #expect(result.warnings.isEmpty)
        let small = await run(4, nil)
        #expect(small.completeSwitches == nil)
        #expect(small.summary == "Sampled: 2 orders without a switch, 2 runs by seed held.")
        #expect(small.warnings.isEmpty)
    }

    @Test(.warningsExpected, arguments: [(4, "not even complete without a switch"), (8, "complete up to 0 switches")])
    func `switches that are asked for and not reached are a warning with both figures`(
        _ seeds: Int, _ reached: String
    ) async {
        let result = await explore(ScriptedFixture(), .init(), seeds: seeds, switches: 2) { test in
            await test.when(concurrently: Self.caller("a", calls: 2), Self.caller("b", calls: 2), .init("c"))
        }
        #expect(result.completeSwitches ?? -1 < 2)
        #expect(result.warnings.count == 1)
        let wanted = "switches: 2 was not reached: after \(seeds) runs the orders are \(reached), and at least "
        #expect(result.warnings.first?.hasPrefix(wanted) == true, "\(result.warnings)")
    }

    @Test(.warningsExpected) func `a warning counts one run and one order as one`() async {
        let result = await explore(ScriptedFixture(), .init(), seeds: 1, switches: 1) { test in
            await test.when(concurrently: .init("a"), .init("b"))
        }
        let wanted = "after 1 run the orders are not even complete without a switch, and at least 1 more is known."
        #expect(result.warnings.first?.contains(wanted) == true, "\(result.warnings)")
    }

    @Test func `an exploration that fails with a fault does not begin with what held`() async {
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init(), injecting: .faults) { test in
                test.finally("no spinner") { !$0.isTicking }
                await test.when(
                    .init("load") { tools in
                        tools.store.execute(.setTicking(true))
                        guard (try? await tools.tryCall("load")) != nil else { return }
                        tools.store.execute(.setTicking(false))
                    })
            }
        }
        #expect(found.count == 1)
        #expect(result.summary == "Failed with an injected fault. Proven: the only order held.")
    }

    @Test func `an exploration that has failed is complete up to no switch`() async {
        let (result, _) = await outcome {
            await explore(ScriptedFixture(), .init()) { test in
                await test.when(concurrently: .init("a") { $0.log("a") }, .init("b"))
                test.expect("nothing is logged", test.state.log.isEmpty)
            }
        }
        #expect(result.completeSwitches == nil)
    }

    @Test func `an exploration that has failed says what was complete before`() async {
        let (result, _) = await outcome {
            await explore(ScriptedFixture(), .init()) { test in
                await test.when(
                    concurrently: .init("a") { tools in
                        tools.log("a")
                        tools.log(await tools.call("a"))
                    },
                    .init("b") { $0.log("b") })
                test.expect("b is not between", test.state.log != ["a", "b", "a!"])
            }
        }
        #expect(
            result.summary
                == "Failed in run 3, with 1 switch. Before it: complete up to 0 switches, 2 orders held.")
    }

    @Test func `a budget below one fails at the call's line`() async {
        for (seeds, switches) in [(0, 1), (1, 0), (-1, 2)] {
            var line: UInt = 0
            let found = await failures {
                line = #line + 1
                await explore(ScriptedFixture(), .init(), seeds: seeds, switches: switches) { _ in }
            }
            #expect(found.map(\.place.line) == [line])
            #expect(found.first?.message.hasPrefix("An exploration needs at least one run and one switch.") == true)
        }
    }

    @Test func `a sentence stands before the failure`() async {
        let found = await failures {
            await explore("two tasks", ScriptedFixture(), .init()) { test in
                await test.when("they run", .init("a") { $0.log("a") })
                test.expect("there are two", test.state.log.count == 2)
            }
        }
        #expect(
            found.first?.message.hasPrefix("Given two tasks, when they run:\nThis does not hold: there are two") == true
        )
    }

    @Test func `shortening keeps the failure that was found`() async {
        // The check fails only with two switches; a stale write needs one, and is less.
        let result = await outcome {
            await explore(ScriptedFixture(), .init(), reportsStaleWrites: true) { test in
                let like = ScriptedScene.Action("like") { tools in
                    let count = tools.store.domainState.count
                    _ = await tools.call("like")
                    tools.store.execute(.setCount(count + 1))
                    tools.log("1")
                }
                await test.when(concurrently: like, like)
                test.expect("none is lost", test.state.domainState.count == 2)
            }
        }
        #expect(result.found.first?.message.hasPrefix("This does not hold: none is lost") == true)
        #expect(result.found.first?.message.contains("\nalso: A stale write: setCount(1)") == true)
    }

    @Test func `a run that does not repeat is not recommended`() async {
        var runs = 0
        let found = await failures {
            await explore(ScriptedFixture(), .init()) { test in
                runs += 1
                await test.when(.init("a") { $0.log("a") })
                test.expect("it is another run", runs != 1)
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("Found by run 1, which does not repeat: ") == true)
        #expect(found.first?.message.contains("CIS_SEED") == false)
    }

    @Test(.warningsExpected) func `what differs from run to run is not called proven`() async {
        var runs = 0
        let result = await explore(ScriptedFixture(), .init(), seeds: 20) { test in
            runs += 1
            let calls = runs == 1 ? 2 : 0
            await test.when(concurrently: Self.caller("a", calls: calls), Self.caller("b", calls: calls))
        }
        #expect(!result.isComplete)
        #expect(result.completeSwitches == nil)
        #expect(result.summary.hasPrefix("Sampled: "), "\(result.summary)")
        #expect(result.summary.hasSuffix(" in 20 runs held. Not seen: what differs from run to run."))
        #expect(result.warnings.first?.hasPrefix("Equal choices have led to different steps") == true)
    }

    @Test func `a long exploration tells every two seconds how far it has come`() {
        var progress = ExplorationProgress()
        let place = SourcePlace(fileID: "App/Tests.swift", filePath: "", line: 7, column: 1)
        let lines = [0, 1_900, 2_100, 3_900, 4_100, 4_200].map { milliseconds in
            progress.line(milliseconds / 10, place, after: .milliseconds(milliseconds))
        }
        #expect(
            lines == [
                nil, nil, "exploring App/Tests.swift:7: 210 orders after 2 s\n", nil,
                "exploring App/Tests.swift:7: 410 orders after 4 s\n", nil,
            ])
        progress = ExplorationProgress()
        #expect(progress.line(1, place, after: .seconds(3)) == "exploring App/Tests.swift:7: 1 order after 3 s\n")
    }

    // MARK: A law

    /// A random scenario: actions that make some calls, and log in between.
    private struct Program {
        let calls: [Int]

        init(_ dice: inout some RandomNumberGenerator) {
            let count = Int.random(in: 1...3, using: &dice)
            calls = (0..<count).map { _ in Int.random(in: 0...(count == 3 ? 1 : 3), using: &dice) }
        }

        /// All results, by trying each next step of each action.
        var results: Set<[String]> {
            var results: Set<[String]> = []
            func go(_ positions: [Int], _ log: [String]) {
                var isOver = true
                for action in positions.indices where positions[action] <= calls[action] {
                    isOver = false
                    var next = positions
                    next[action] += 1
                    go(next, log + ["\(action)-\(positions[action])"])
                }
                if isOver { results.insert(log) }
            }
            go(calls.map { _ in 0 }, [])
            return results
        }
    }

    @Test(.warningsExpected) func `200 random scenarios have the same results as by a naive enumeration`() async {
        var dice = Dice(seed: 31)
        for _ in 0..<repetitions(200, atLeast: 40) {
            let program = Program(&dice)
            let wanted = program.results
            var logs: Set<[String]> = []
            let result = await explore(ScriptedFixture(), .init(), seeds: 5_000, switches: 100) { test in
                test.call.always(.value("!"))
                let actions = program.calls.enumerated().map { index, calls in
                    Overlap<ScriptedScene>.action(
                        .init("\(index)") { tools in
                            tools.log("\(index)-0")
                            for call in 0..<calls {
                                _ = await tools.call("")
                                tools.log("\(index)-\(call + 1)")
                            }
                        })
                }
                switch actions.count {
                case 1: await test.when(overlapping: actions[0])
                case 2: await test.when(overlapping: actions[0], actions[1])
                default: await test.when(overlapping: actions[0], actions[1], actions[2])
                }
                logs.insert(test.state.log)
            }
            #expect(logs == wanted, "\(program.calls)")
            #expect(result.isComplete)
            // Here every order has a result of its own.
            #expect(result.orders == wanted.count)
        }
    }
}

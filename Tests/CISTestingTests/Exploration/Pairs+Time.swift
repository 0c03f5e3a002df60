import CIS
import CISTesting

/// Time, flags and cancellation.
extension Pair {
    static let ofTime = [
        Pair("progress goes on after the download was given up") { test, isRacy in
            await test.when(
                inOrder: .init("download") { tools in
                    for percent in [50, 100] {
                        _ = await tools.call("\(percent)")
                        tools.change("progress") { state in
                            guard isRacy || state.numbers["isOff"] != 1 else { return }
                            state.numbers["progress"] = percent
                        }
                    }
                },
                .init("give up") { tools in
                    tools.change("off") { ($0.numbers["isOff"], $0.numbers["progress"]) = (1, 0) }
                })
            test.expect("no progress is shown", test.state.domainState.numbers["progress"] == 0)
        },
        Pair("the first import that ends hides the spinner of the second") { test, isRacy in
            let start = ScriptedScene.Action("import") { tools in
                tools.change("begun") {
                    $0.numbers["running", default: 0] += 1
                    $0.numbers["spinner"] = 1
                }
                _ = await tools.call("import")
                tools.change("ended") { state in
                    state.numbers["running", default: 0] -= 1
                    if isRacy || state.numbers["running"] == 0 { state.numbers["spinner"] = 0 }
                }
            }
            test.invariant("it spins while something is imported") {
                $0.domainState.numbers["running", default: 0] == 0 || $0.domainState.numbers["spinner"] == 1
            }
            await test.when(concurrently: start, start)
        },
        Pair("a toast is hidden by the timer of the one before") { test, isRacy in
            let show = { (text: String, seconds: Int) in
                ScriptedScene.Action("show \(text)") { tools in
                    tools.change("shown") { $0.lists["toast"] = [text] }
                    try? await tools.clock.sleep(for: .seconds(seconds))
                    tools.change("hidden") { state in
                        guard isRacy || state.lists["toast"] == [text] else { return }
                        if state.lists["toast"] != [text], state.lists["toast"] != [] { state.numbers["early"] = 1 }
                        state.lists["toast"] = []
                    }
                }
            }
            await test.when(concurrently: show("a", 3), show("b", 3))
            test.expect("each was hidden by its own", test.state.domainState.numbers["early"] == nil)
        },
        Pair("a cancelled action leaves its spinner", injecting: .cancellations) { test, isRacy in
            test.finally("no spinner is left") { $0.domainState.numbers["spinner", default: 0] == 0 }
            await test.when(
                .init("load") { tools in
                    tools.change("begun") { $0.numbers["spinner"] = 1 }
                    _ = try? await tools.tryCall("load")
                    tools.change("ended", evenIfCancelled: !isRacy) { $0.numbers["spinner"] = 0 }
                })
        },
        Pair("a price is called fresh from its answer on") { test, isRacy in
            let clock = test.clock
            test.call.always(.compute { _ in "\(clock.now.offset.components.seconds)" })
            await test.when(
                overlapping: .action(
                    .init("load") { tools in
                        let asked = clock.now.offset
                        let price = await tools.call("price")
                        let answered = clock.now.offset
                        tools.change("loaded") { state in
                            state.lists["price"] = [price]
                            state.times["fresh since"] = isRacy ? answered : asked
                        }
                    }), .time(clock, by: .seconds(60)))
            let state = test.state.domainState
            let price = state.lists["price"]?.first.flatMap { Int64($0) } ?? 0
            test.expect("it is not older", state.times["fresh since", default: .zero] <= .seconds(price))
        },
    ]
}

import CIS
import CISTesting

/// Policies that are missing, or that are wrong.
extension Pair {
    static let ofPolicies = [
        Pair("two taps buy twice") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { _ in
                    server { $0["paid", default: []].append("1") }
                    return ""
                })
            let policy: ActionPolicy = isRacy ? .concurrent : .first.group("buy").timeout(after: .seconds(30))
            let buy = ScriptedScene.Action("buy", policy: policy) { tools in
                guard tools.store.domainState.numbers["isPaid"] != 1 else { return }
                _ = await tools.call("buy")
                tools.change("paid") { $0.numbers["isPaid"] = 1 }
            }
            await test.when(concurrently: buy, buy)
            test.expect("it is paid once", server["paid"] == "1")
            test.expect("it is shown", test.state.domainState.numbers["isPaid"] == 1)
        },
        Pair("an older search is shown over a newer one") { test, isRacy in
            let search = { (text: String) in
                ScriptedScene.Action(text, policy: isRacy ? .concurrent : .latest.group("search")) { tools in
                    let found = await tools.call(text)
                    tools.change("found") { $0.lists["found"] = [found] }
                }
            }
            await test.when(inOrder: search("r"), search("re"))
            test.expect("the last search is shown", test.state.domainState.lists["found"] == ["re!"])
        },
        Pair("a countdown that was started twice goes below zero") { test, isRacy in
            let policy: ActionPolicy = isRacy ? .concurrent : .latest.group("countdown")
            let start = ScriptedScene.Action("start", policy: policy) { tools in
                tools.store.execute(.setCount(2))
                while tools.store.domainState.count > 0 {
                    guard (try? await tools.clock.sleep(for: .seconds(1))) != nil else { return }
                    tools.change("second") { $0.count -= 1 }
                }
            }
            test.invariant("it is never below zero") { $0.domainState.count >= 0 }
            await test.when(concurrently: start, start)
        },
        Pair("a request that took too long leaves its spinner") { test, isRacy in
            test.finally("no spinner is left") { $0.domainState.numbers["spinner", default: 0] == 0 }
            let policy: ActionPolicy = .concurrent.group("load").timeout(after: .seconds(30))
            let load = ScriptedScene.Action("load", policy: policy) { tools in
                tools.change("begun") { $0.numbers["spinner"] = 1 }
                _ = await tools.call("load")
                tools.change("ended", evenIfCancelled: !isRacy) { $0.numbers["spinner"] = 0 }
            }
            await test.when(overlapping: .action(load), .time(test.clock, by: .seconds(30)))
        },
        Pair("a refresh cancels a purchase that the server makes") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { request in
                    if request == "buy" { server { $0["paid"] = ["1"] } }
                    return ""
                })
            let policy: ActionPolicy = .concurrent.group("refresh")
            await test.when(
                concurrently: .init("buy", policy: .concurrent.group("buy")) { tools in
                    _ = await tools.call("buy")
                    tools.change("paid") { $0.numbers["isPaid"] = 1 }
                },
                .init("refresh", policy: isRacy ? policy.cancelling("buy") : policy) { _ = await $0.call("list") })
            test.expect("what was paid is shown", test.state.domainState.numbers["isPaid"] == Int(server["paid"]))
        },
        Pair("a row is renamed before the server knows it") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { request in
                    server { lists in
                        if request == "add" || lists["row"] != nil { lists["row"] = [request] }
                    }
                    return ""
                })
            let policy: ActionPolicy = isRacy ? .concurrent : .serial.group("row")
            await test.when(
                inOrder: .init("add", policy: policy) { _ = await $0.call("add") },
                .init("rename", policy: policy) { _ = await $0.call("rename") })
            test.expect("it has the new name", server["row"] == "rename")
        },
    ]

    /// What is found in an order without a switch, because parts of one action overlap, or time does.
    static let ofOneAction = [
        Pair("the last position is never sent") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { position in
                    server { $0["position"] = [position] }
                    return ""
                })
            let move = { (position: String) in
                let policy: ActionPolicy = .serial.group("move").throttled(for: .seconds(1), trailing: !isRacy)
                return ScriptedScene.Action("move to \(position)", policy: policy) { _ = await $0.call(position) }
            }
            await test.when(inOrder: move("1"), move("2"), move("3"))
            test.expect("the last one is there", server["position"] == "3")
        },
        Pair("a draft that waits for a pause is dropped when the screen closes") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { text in
                    server { $0["draft"] = [text] }
                    return ""
                })
            let send = { @MainActor @Sendable (tools: ScriptedScene.Tools) async in
                guard let text = tools.store.domainState.lists["draft"]?.first else { return }
                _ = await tools.call(text)
            }
            let policy: ActionPolicy = .latest.group("save").debounced(for: .seconds(1))
            let save = ScriptedScene.Action("save", policy: policy, send)
            await test.when(
                inOrder: .init("type") { tools in
                    tools.change("typed") { $0.lists["draft"] = ["ab"] }
                    tools.scene?.execute(save)
                },
                .init("close", policy: .concurrent.group("close").cancelling("save")) { tools in
                    if !isRacy { await send(tools) }
                })
            test.expect("it is saved", server["draft"] == "ab")
        },
        Pair("a list is loaded again before the save has ended") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { request in
                    if request == "save" { server { $0["rows"] = ["new"] } }
                    return server["rows"]
                })
            let save = ScriptedScene.Action("save") { _ = await $0.call("save") }
            let show = ScriptedScene.Action("show") { tools in
                let rows = await tools.call("rows")
                tools.change("shown") { $0.lists["rows"] = [rows] }
            }
            await test.when(
                concurrently: .init("save and show") { tools in
                    if isRacy { tools.scene?.execute(save) } else { await tools.scene?.run(save) }
                    await tools.scene?.run(show)
                },
                .init("scroll") { $0.log("scrolled") })
            test.expect("what was saved is shown", test.state.domainState.lists["rows"] == ["new"])
        },
        Pair("the lists that two pushes ask for come in the wrong order", listens: true) { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { _ in
                    server { lists in
                        lists["versions", default: []].append("")
                        return "\(lists["versions", default: []].count)"
                    }
                })
            let policy: ActionPolicy = isRacy ? .concurrent : .serial.group("refresh")
            let refresh = ScriptedScene.Action("refresh", policy: policy) { tools in
                guard tools.store.domainState.numbers["isOut"] != 1 else { return }
                let version = Int(await tools.call("list"))
                tools.change("loaded") { $0.numbers["version"] = version }
            }
            let token = test.scene.observe(\.log.count) { [weak scene = test.scene] count in
                if count > 0 { scene?.execute(refresh) }
            }
            await test.settle()
            test.feed.send("a")
            test.feed.send("b")
            await test.settle()
            token.cancel()
            test.expect("the newest is shown", test.state.domainState.numbers["version"] == 2)
        },
    ]
}

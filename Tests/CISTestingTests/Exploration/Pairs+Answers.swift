import CIS
import CISTesting

/// Answers that are older than the state.
extension Pair {
    static let ofAnswers = [
        Pair("a rate is shown with a currency that was chosen later") { test, isRacy in
            test.call.always(.compute { $0 == "EUR" ? "1" : "2" })
            let show = { @MainActor @Sendable (tools: ScriptedScene.Tools) in
                let currency = tools.store.domainState.lists["currency"]?.first ?? "EUR"
                let rate = await tools.call(currency)
                let now = tools.store.domainState.lists["currency"]?.first ?? "EUR"
                guard isRacy || now == currency else { return }
                tools.change("shown") { $0.lists["price"] = [rate, now] }
            }
            await test.when(
                concurrently: .init("show", show),
                .init("choose") { tools in
                    tools.change("chosen") { $0.lists["currency"] = ["USD"] }
                    await show(tools)
                })
            let price = test.state.domainState.lists["price"]
            test.expect("the rate is that of the currency", price == ["2", "USD"] || price == ["1", "EUR"])
        },
        Pair("a profile arrives after the logout") { test, isRacy in
            test.call.always(.value("Ada"))
            await test.when(.init("log in") { tools in tools.change("in") { $0.numbers["user"] = 1 } })
            await test.when(
                concurrently: .init("load") { tools in
                    let user = tools.store.domainState.numbers["user"]
                    guard user != 0 else { return }
                    let name = await tools.call("profile")
                    guard isRacy || tools.store.domainState.numbers["user"] == user else { return }
                    tools.change("loaded") { $0.lists["profile"] = [name] }
                },
                .init("log out") { tools in
                    tools.change("out") { ($0.numbers["user"], $0.lists["profile"]) = (0, []) }
                })
            test.expect("nobody's profile is left", test.state.domainState.lists["profile", default: []] == [])
        },
        Pair("a count of unread messages is older than one that was read") { test, isRacy in
            let server = FakeServer()
            server { $0["unread"] = ["a", "b"] }
            test.call.always(
                .compute { request in
                    server { lists in
                        if request == "read" { lists["unread"]?.removeFirst() }
                        return "\(lists["unread", default: []].count)"
                    }
                })
            let policy: ActionPolicy = isRacy ? .concurrent : .serial.group("badge")
            await test.when(
                concurrently: .init("refresh", policy: policy) { tools in
                    let count = Int(await tools.call("count"))
                    tools.change("badge") { $0.numbers["badge"] = count }
                },
                .init("read", policy: policy) { tools in
                    let count = Int(await tools.call("read"))
                    tools.change("badge") { $0.numbers["badge"] = count }
                })
            test.expect("the badge is the server's count", test.state.domainState.numbers["badge"] == 1)
        },
        Pair("a poll answers with an older version than a push") { test, isRacy in
            let server = FakeServer()
            test.call.always(.compute { _ in server { "\($0["versions", default: []].count)" } })
            let take = { @MainActor @Sendable (tools: ScriptedScene.Tools, version: Int) in
                tools.change("version") {
                    $0.numbers["version"] = isRacy ? version : max($0.numbers["version", default: 0], version)
                }
            }
            await test.when(
                concurrently: .init("poll") { tools in take(tools, Int(await tools.call("poll")) ?? 0) },
                .init("push") { tools in
                    server { $0["versions"] = ["1"] }
                    take(tools, 1)
                })
            test.expect("the newest version is shown", test.state.domainState.numbers["version"] == 1)
        },
        Pair("a cache is filled with what was invalidated meanwhile") { test, isRacy in
            let server = FakeServer()
            server { $0["text"] = ["old"] }
            test.call.always(
                .compute { request in
                    if request == "put" { server { $0["text"] = ["new"] } }
                    return server["text"]
                })
            await test.when(
                concurrently: .init("load") { tools in
                    let generation = tools.store.domainState.numbers["generation"]
                    let text = await tools.call("get")
                    guard isRacy || tools.store.domainState.numbers["generation"] == generation else { return }
                    tools.change("cached") { $0.lists["cache"] = [text] }
                },
                .init("edit") { tools in
                    _ = await tools.call("put")
                    tools.change("invalidated") {
                        $0.lists["cache"] = []
                        $0.numbers["generation", default: 0] += 1
                    }
                })
            let cache = test.state.domainState.lists["cache", default: []]
            test.expect("the cache is empty or new", cache.isEmpty || cache == ["new"])
        },
    ]
}

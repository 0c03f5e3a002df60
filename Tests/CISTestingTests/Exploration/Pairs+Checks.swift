import CIS
import CISTesting

/// Checks and indices that are outdated.
extension Pair {
    static let ofChecks = [
        Pair("a message that arrives meanwhile is marked as read") { test, isRacy in
            await test.when(
                .init("two arrive") { tools in tools.change("arrived") { $0.lists["unread"] = ["a", "b"] } })
            await test.when(
                concurrently: .init("read all") { tools in
                    let ids = tools.store.domainState.lists["unread", default: []]
                    _ = await tools.call("read")
                    tools.change("read") { state in
                        state.lists["read"] = ids
                        state.lists["unread"]?.removeAll { isRacy || ids.contains($0) }
                    }
                },
                .init("one arrives") { tools in tools.change("arrived") { $0.lists["unread", default: []].append("c") }
                })
            let unread = test.state.domainState.lists["unread", default: []]
            let seen = test.state.domainState.lists["read", default: []]
            test.expect(
                "only what was seen is read", ["a", "b", "c"].allSatisfy { unread.contains($0) != seen.contains($0) })
        },
        Pair("hidden rows are selected") { test, isRacy in
            await test.when(.init("show") { tools in tools.change("shown") { $0.lists["visible"] = ["a", "b"] } })
            await test.when(
                concurrently: .init("select all") { tools in
                    let ids = tools.store.domainState.lists["visible", default: []]
                    _ = await tools.call("may select")
                    tools.change("selected") { state in
                        state.lists["selection"] = ids.filter {
                            isRacy || state.lists["visible", default: []].contains($0)
                        }
                    }
                },
                .init("filter") { tools in
                    tools.change("filtered") {
                        $0.lists["visible"] = ["b"]
                        $0.lists["selection"]?.removeAll { $0 == "a" }
                    }
                })
            test.expect("only what is visible is selected", test.state.domainState.lists["selection"] == ["b"])
        },
        Pair("two uploads share one quota") { test, isRacy in
            let upload = ScriptedScene.Action("upload") { tools in
                let isFree = { @MainActor in tools.store.domainState.numbers["used", default: 0] + 60 <= 100 }
                guard isFree() else { return }
                _ = await tools.call("upload")
                guard isRacy || isFree() else { return }
                tools.change("used") { $0.numbers["used", default: 0] += 60 }
            }
            test.invariant("the quota holds") { $0.domainState.numbers["used", default: 0] <= 100 }
            await test.when(concurrently: upload, upload)
        },
        Pair("a payment forgets a deposit") { test, isRacy in
            await test.when(
                concurrently: .init("pay") { tools in
                    let balance = tools.store.domainState.numbers["balance", default: 0]
                    _ = await tools.call("pay")
                    tools.change("paid") {
                        $0.numbers["balance"] = (isRacy ? balance : $0.numbers["balance", default: 0]) - 30
                    }
                },
                .init("deposit") { tools in
                    _ = await tools.call("deposit")
                    tools.change("deposited") { $0.numbers["balance", default: 0] += 50 }
                })
            test.expect("both are booked", test.state.domainState.numbers["balance"] == 20)
        },
        Pair("a bookmark moves to another line") { test, isRacy in
            await test.when(.init("open") { tools in tools.change("opened") { $0.lists["lines"] = ["a", "b"] } })
            await test.when(
                concurrently: .init("mark b") { tools in
                    let index = tools.store.domainState.lists["lines"]?.firstIndex(of: "b") ?? 0
                    _ = await tools.call("mark")
                    tools.change("marked") { state in
                        guard let now = isRacy ? index : state.lists["lines"]?.firstIndex(of: "b") else { return }
                        state.lists["lines"]?[now] += "*"
                    }
                },
                .init("insert") { tools in tools.change("inserted") { $0.lists["lines"]?.insert("x", at: 0) } })
            test.expect("b is marked", test.state.domainState.lists["lines"] == ["x", "a", "b*"])
        },
        Pair("changes are applied twice, because two syncs began with one token") { test, isRacy in
            let server = FakeServer()
            server { $0["changes"] = ["a", "b"] }
            test.call.always(
                .compute { from in
                    server { $0["changes", default: []].dropFirst(Int(from) ?? 0).joined(separator: " ") }
                })
            let sync = ScriptedScene.Action("sync") { tools in
                let token = tools.store.domainState.count
                let changes = await tools.call("\(token)").split(separator: " ").map(String.init)
                guard isRacy || tools.store.domainState.count == token else { return }
                tools.change("synced") {
                    $0.lists["items", default: []] += changes
                    $0.count = token + changes.count
                }
            }
            await test.when(concurrently: sync, sync)
            test.expect("each is there once", test.state.domainState.lists["items"] == ["a", "b"])
        },
    ]
}

import CIS
import CISTesting

/// What begins again while it still goes on.
extension Pair {
    static let ofBeginningAgain = [
        Pair("a word is lost when the feed is opened again") { test, isRacy in
            let feed = test.feed
            let listen = ScriptedScene.Action("listen", policy: .latest.group("listen")) { tools in
                do {
                    for try await word in feed {
                        let keep = { @MainActor in
                            tools.change("kept", evenIfCancelled: !isRacy) {
                                $0.lists["words", default: []].append(word)
                            }
                        }
                        if !isRacy { keep() }
                        _ = await tools.call("confirm \(word)")
                        if isRacy { keep() }
                    }
                } catch {}
            }
            feed.send("a")
            feed.send("b")
            feed.finish()
            await test.when(inOrder: listen, listen)
            test.expect("both are there", test.state.domainState.lists["words"] == ["a", "b"])
        },
        Pair("the flag of a page stays, because a refresh has made it pointless") { test, isRacy in
            test.atRest("nothing is loading") { $0.domainState.numbers["isLoading", default: 0] == 0 }
            await test.when(
                concurrently: .init("more") { tools in
                    let cursor = tools.store.domainState.lists["cursor"]
                    tools.change("begun") { $0.numbers["isLoading"] = 1 }
                    let page = await tools.call("more")
                    tools.change("ended") { state in
                        let isCurrent = state.lists["cursor"] == cursor
                        if isCurrent { state.lists["rows", default: []].append(page) }
                        if isCurrent || !isRacy { state.numbers["isLoading"] = 0 }
                    }
                },
                .init("refresh") { tools in
                    let page = await tools.call("first")
                    tools.change("refreshed") { ($0.lists["rows"], $0.lists["cursor"]) = ([page], ["2"]) }
                })
        },
        Pair("a second tap cancels the first, and nobody knows what the server has") { test, isRacy in
            let server = FakeServer()
            test.tryCall.always(
                .compute { wanted in
                    server { $0["star"] = [wanted == "toggle" ? $0["star"] == ["on"] ? "off" : "on" : wanted] }
                    return ""
                })
            let tap = ScriptedScene.Action("tap", policy: .latest.group("star")) { tools in
                let wanted = tools.store.domainState.lists["star"] == ["on"] ? "off" : "on"
                tools.change("shown") { $0.lists["star"] = [wanted] }
                _ = try? await tools.tryCall(isRacy ? "toggle" : wanted)
            }
            await test.when(inOrder: tap, tap)
            test.expect("the server has it", test.state.domainState.lists["star"] == [server["star"]])
        },
        Pair("a retry puts back what was taken out of the queue", injecting: .faults) { test, isRacy in
            test.finally("nothing is sent after it was taken out") { $0.domainState.numbers["late"] == nil }
            await test.when(
                .init("add") { tools in tools.change("added") { $0.lists["queue"] = ["a", "b"] } })
            await test.when(
                concurrently: .init("send") { tools in
                    while let next = tools.store.domainState.lists["queue"]?.first {
                        tools.change("begun") { state in
                            if state.lists["out"] == [next] { state.numbers["late"] = 1 }
                        }
                        let isSent = (try? await tools.tryCall(next)) != nil
                        tools.change(isSent ? "sent" : "failed") { state in
                            let isThere = state.lists["queue"]?.contains(next) == true
                            state.lists["queue"]?.removeAll { $0 == next }
                            if !isSent, isRacy || isThere { state.lists["queue"]?.append(next) }
                        }
                    }
                },
                .init("take out a") { tools in
                    tools.change("taken out") { state in
                        state.lists["queue"]?.removeAll { $0 == "a" }
                        state.lists["out"] = ["a"]
                    }
                })
        },
    ]
}

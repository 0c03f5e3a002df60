import CIS
import CISTesting

/// Flows of several requests: pages, drafts, queues.
extension Pair {
    static let ofFlows = [
        Pair("the next page of an old list is appended to a new one") { test, isRacy in
            let server = FakeServer()
            server { $0["rows"] = ["a", "b", "c", "d"] }
            test.call.always(
                .compute { request in
                    server { lists in
                        if request == "refresh" { lists["rows"]?.insert("x", at: 0) }
                        let rows = lists["rows", default: []]
                        return (request == "more" ? rows[2..<4] : rows[..<2]).joined(separator: " ")
                    }
                })
            let load = { (request: String) in
                ScriptedScene.Action(request) { tools in
                    let generation = tools.store.domainState.count
                    let rows = await tools.call(request).split(separator: " ").map(String.init)
                    guard isRacy || request != "more" || tools.store.domainState.count == generation else { return }
                    tools.change(request) { state in
                        state.count += request == "refresh" ? 1 : 0
                        state.lists["rows"] = (request == "more" ? state.lists["rows", default: []] : []) + rows
                    }
                }
            }
            await test.when(load("first"))
            await test.when(concurrently: load("more"), load("refresh"))
            let rows = test.state.domainState.lists["rows", default: []]
            test.expect("no row is missing", server { $0["rows", default: []].starts(with: rows) })
        },
        Pair("a refused move brings back an old column", injecting: .faults) { test, isRacy in
            test.finally("the new card is there") { $0.domainState.lists["cards"]?.contains("new") == true }
            await test.when(
                concurrently: .init("move") { tools in
                    let before = tools.store.domainState.lists["cards", default: ["a"]]
                    tools.change("moved") { $0.lists["cards"] = before.filter { $0 != "a" } }
                    guard (try? await tools.tryCall("move")) == nil else { return }
                    tools.change("moved back") {
                        if isRacy { $0.lists["cards"] = before } else { $0.lists["cards", default: []].append("a") }
                    }
                },
                .init("add") { tools in tools.change("added") { $0.lists["cards", default: ["a"]].append("new") } })
        },
        Pair("a page that is edited in two windows keeps one of the edits") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { request in
                    server { lists in
                        let words = request.split(separator: " ").map(String.init)
                        let text = lists["text", default: []]
                        if words.first == "get" { return text.joined(separator: " ") }
                        guard isRacy || Int(words[1]) == text.count else { return "conflict" }
                        lists["text"] = Array(words.dropFirst(2))
                        return "ok"
                    }
                })
            let edit = { (word: String) in
                ScriptedScene.Action("write \(word)") { tools in
                    for _ in 0..<3 {
                        let text = await tools.call("get").split(separator: " ").map(String.init) + [word]
                        let answer = await tools.call("put \(text.count - 1) \(text.joined(separator: " "))")
                        if answer == "ok" { return }
                    }
                }
            }
            await test.when(concurrently: edit("a"), edit("b"))
            test.expect("both edits are there", server { $0["text", default: []].sorted() } == ["a", "b"])
        },
        Pair("a form is sent before its last letters are taken over") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { text in
                    server { $0["sent"] = [text] }
                    return ""
                })
            await test.when(
                inOrder: .init("type") { tools in
                    tools.change("typed") { $0.lists["typed"] = ["abc"] }
                    try? await tools.clock.sleep(for: .milliseconds(300))
                    tools.change("draft") { $0.lists["draft"] = $0.lists["typed"] }
                },
                .init("send") { tools in
                    let draft = tools.store.domainState.lists[isRacy ? "draft" : "typed"]
                    _ = await tools.call(draft?.first ?? "")
                })
            test.expect("all of it is sent", server["sent"] == "abc")
        },
        Pair("a save calls a text saved that was undone meanwhile") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { text in
                    server { $0["text"] = [text] }
                    return text
                })
            await test.when(.init("type") { tools in tools.change("typed") { $0.lists["text"] = ["new"] } })
            await test.when(
                concurrently: .init("save") { tools in
                    let text = tools.store.domainState.lists["text"]?.first ?? ""
                    _ = await tools.call(text)
                    tools.change("saved") { state in
                        if isRacy || state.lists["text"] == [text] { state.numbers["isSaved"] = 1 }
                    }
                },
                .init("undo") { tools in
                    tools.change("undone") { ($0.lists["text"], $0.numbers["isSaved"]) = (["old"], 0) }
                })
            let domain = test.state.domainState
            test.expect(
                "what is called saved is saved",
                domain.numbers["isSaved"] != 1 || domain.lists["text"] == [server["text"]])
        },
        Pair("a picture that two rows show is loaded twice") { test, isRacy in
            let show = ScriptedScene.Action("show") { tools in
                let cache = tools.store.domainState.lists["cache"]
                guard cache == nil else { return }
                if !isRacy { tools.change("begun") { $0.lists["cache"] = [] } }
                let picture = await tools.call("picture")
                tools.change("loaded") { $0.lists["cache"] = [picture] }
            }
            await test.when(concurrently: show, show)
            test.expect("it is loaded once", test.call.calls.count == 1)
        },
        Pair("a queue is sent twice, because two flushes meet") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { text in
                    server { $0["sent", default: []].append(text) }
                    return ""
                })
            await test.when(.init("queue") { tools in tools.change("queued") { $0.lists["queue"] = ["a", "b"] } })
            let flush = ScriptedScene.Action("flush") { tools in
                while let text = tools.store.domainState.lists["queue"]?.first {
                    if !isRacy { tools.change("taken") { $0.lists["queue"]?.removeFirst() } }
                    _ = await tools.call(text)
                    if isRacy { tools.change("sent") { $0.lists["queue"]?.removeAll { $0 == text } } }
                }
            }
            await test.when(concurrently: flush, flush)
            test.expect("each is sent once", server { $0["sent", default: []].sorted() } == ["a", "b"])
        },
        Pair("a message is sent again after a pause, although it was taken back") { test, isRacy in
            let server = FakeServer()
            test.tryCall.always(.error(InjectedFault()))
            test.call.always(
                .compute { text in
                    server { $0["sent", default: []].append(text) }
                    return ""
                })
            await test.when(.init("write") { tools in tools.change("written") { $0.lists["outbox"] = ["a"] } })
            await test.when(
                inOrder: .init("send") { tools in
                    guard (try? await tools.tryCall("a")) == nil else { return }
                    try? await tools.clock.sleep(for: .seconds(1))
                    guard isRacy || tools.store.domainState.lists["outbox"] == ["a"] else { return }
                    tools.change("sent") { $0.lists["outbox"] = [] }
                    _ = await tools.call("a")
                },
                .init("take back") { tools in
                    guard tools.store.domainState.lists["outbox"] == ["a"] else { return }
                    tools.change("taken back") { ($0.lists["outbox"], $0.numbers["isBack"]) = ([], 1) }
                })
            let isBack = test.state.domainState.numbers["isBack"] == 1
            test.expect("nothing is sent that was taken back", !isBack || server["sent"] == "")
        },
    ]
}

/// Actions that run other actions, and parallel branches. Another part of an action can continue without a switch.
extension Pair {
    static let ofParts = [
        Pair("a token is refreshed twice, and the second time is refused") { test, isRacy in
            let server = FakeServer()
            server { $0["token"] = ["1"] }
            test.call.always(
                .compute { request in
                    if request == "get 1" { return "401" }
                    guard request.hasPrefix("refresh") else { return "ok" }
                    return server { lists in
                        guard "refresh \(lists["token"]?.first ?? "")" == request else { return "0" }
                        lists["token"] = ["2"]
                        return "2"
                    }
                })
            await test.when(.init("sign in") { tools in tools.change("in") { $0.count = 1 } })
            let get = ScriptedScene.Action("get") { tools in
                let token = tools.store.domainState.count
                guard await tools.call("get \(token)") == "401" else { return }
                await tools.scene?.run(
                    .init("refresh", policy: isRacy ? .concurrent : .serial.group("refresh")) { tools in
                        guard isRacy || tools.store.domainState.count == token else { return }
                        let new = Int(await tools.call("refresh \(token)")) ?? 0
                        tools.change("refreshed") { $0.count = new }
                    })
            }
            await test.when(concurrently: get, get)
            test.expect("nobody is signed out", test.state.domainState.count == 2)
        },
        Pair("two branches of one action each keep their own count") { test, isRacy in
            await test.when(
                .init("count") { tools in
                    _ = await inParallel(["a", "b"]) { word in await tools.countUp(word, isRacy: isRacy) }
                })
            test.expect("both are counted", test.state.domainState.count == 2)
        },
    ]
}

extension ScriptedScene.Tools {
    /// Counts a word when the other side knows it.
    fileprivate func countUp(_ word: String, isRacy: Bool) async {
        let before = store.domainState.count
        _ = await call(word)
        store.execute(isRacy ? .setCount(before + 1) : .counted)
    }
}

import CIS
import CISTesting

// MARK: Timers and streams

extension Pair {
    static let ofSources = [
        Pair("a timer ticks after the end") { test, isRacy in
            await test.when(.init("start") { $0.store.execute(.setTicking(true)) })
            await test.when(
                "the game is given up while time passes",
                overlapping: .action(
                    .init("give up") { tools in
                        if !isRacy { tools.store.execute(.setTicking(false)) }
                        tools.log("over")
                        _ = await tools.call("score")
                        tools.store.execute(.setTicking(false))
                    }), .time(test.clock, by: .seconds(1)))
            test.expect("nothing ticks after the end", test.state.log.last == "over")
        },
        Pair("a row is renamed that was removed meanwhile", listens: true) { test, isRacy in
            await test.settle()
            test.feed.send("removed")
            await test.when(
                .init("rename") { tools in
                    let isThere = { @MainActor in tools.scene?.state.log.contains("removed") == false }
                    guard isThere() else { return }
                    _ = await tools.call("rename")
                    guard isRacy || isThere() else { return }
                    tools.log("renamed")
                })
            test.expect("nothing is renamed after its removal", test.state.log != ["removed", "renamed"])
        },
        Pair("a message arrives while the history is loaded", listens: true) { test, isRacy in
            test.call.always(.value("history"))
            await test.settle()
            test.feed.send("live")
            await test.when(
                .init("load") { tools in
                    let live = { @MainActor in tools.scene?.state.log ?? [] }
                    let before = live()
                    let history = await tools.call("history")
                    let (shown, seen) = (isRacy ? before : live(), live().count)
                    tools.change("loaded") {
                        $0.lists["messages"] = [history] + shown
                        $0.numbers["seen"] = seen
                    }
                })
            let domain = test.state.domainState
            let messages = domain.lists["messages", default: []] + test.state.log.dropFirst(domain.numbers["seen"] ?? 0)
            test.expect("every message is shown once", messages == ["history", "live"])
        },
    ]
}

// MARK: Tasks that are not tracked

extension Pair {
    static let ofTasks = [
        Pair("two parts of a profile are loaded at once, while one of them is edited") { test, isRacy in
            let server = FakeServer()
            server { $0["name"] = ["Ada"] }
            test.call.always(
                .compute { request in
                    if request == "rename" { server { $0["name"] = ["Eve"] } }
                    return server["name"]
                })
            await test.when(
                concurrently: .init("load") { tools in
                    let edits = tools.store.domainState.numbers["edits"]
                    async let name = tools.call("name")
                    async let city = tools.call("city")
                    let (first, _) = await (name, city)
                    guard isRacy || tools.store.domainState.numbers["edits"] == edits else { return }
                    tools.change("loaded") { $0.lists["name"] = [first] }
                },
                .init("rename") { tools in
                    _ = await tools.call("rename")
                    tools.change("renamed") {
                        $0.lists["name"] = ["Eve"]
                        $0.numbers["edits", default: 0] += 1
                    }
                })
            test.expect("the new name is shown", test.state.domainState.lists["name"] == ["Eve"])
        },
        Pair("a text is saved in a task of its own") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { text in
                    server { $0["text"] = [text] }
                    return text
                })
            let save = { @MainActor @Sendable (tools: ScriptedScene.Tools, text: String) async in
                let call = tools.call
                if isRacy { Task { _ = await call(text) } } else { _ = await call(text) }
            }
            await test.when(
                inOrder: .init("type a", policy: .serial.group("save")) { await save($0, "a") },
                .init("type ab", policy: .serial.group("save")) { await save($0, "ab") })
            test.expect("the last text is saved", server["text"] == "ab")
        },
    ]
}

import CIS
import CISTesting

/// Edits that meet a request.
extension Pair {
    static let ofEdits = [
        Pair("an order is sent with parts of two addresses") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { request in
                    if request != "price" { server { $0["order"] = [request] } }
                    return ""
                })
            let write = { (name: String, city: String) in
                ScriptedScene.Action(name) { tools in
                    tools.change("written") { ($0.lists["name"], $0.lists["city"]) = ([name], [city]) }
                }
            }
            await test.when(write("Ada", "Rome"))
            await test.when(
                concurrently: .init("order") { tools in
                    let before = tools.store.domainState.lists
                    _ = await tools.call("price")
                    let after = isRacy ? tools.store.domainState.lists : before
                    _ = await tools.call(before["name", default: []].joined() + after["city", default: []].joined())
                }, write("Eve", "Oslo"))
            test.expect("name and city belong together", ["AdaRome", "EveOslo"].contains(server["order"]))
        },
        Pair("the last two of a shift leave at once") { test, isRacy in
            await test.when(.init("come") { tools in tools.change("came") { $0.lists["here"] = ["a", "b"] } })
            let leave = { (name: String) in
                ScriptedScene.Action("\(name) leaves") { tools in
                    guard tools.store.domainState.lists["here", default: []].count > 1 else { return }
                    _ = await tools.call(name)
                    tools.change("left") { state in
                        let here = state.lists["here", default: []]
                        if isRacy || here.count > 1 { state.lists["here"] = here.filter { $0 != name } }
                    }
                }
            }
            await test.when(concurrently: leave("a"), leave("b"))
            test.expect("somebody is here", test.state.domainState.lists["here", default: []].count == 1)
        },
        Pair("a filter that is chosen again gets its older answer") { test, isRacy in
            let show = { (filter: String, number: Int) in
                ScriptedScene.Action("show \(number)") { tools in
                    tools.change("chosen") { ($0.lists["filter"], $0.count) = ([filter], number) }
                    let answer = await tools.call("\(filter)\(number)")
                    let domain = tools.store.domainState
                    guard isRacy ? domain.lists["filter"] == [filter] : domain.count == number else { return }
                    tools.change("shown") { $0.lists["shown"] = [answer] }
                }
            }
            await test.when(inOrder: show("a", 1), show("b", 2), show("a", 3))
            test.expect("the last answer is shown", test.state.domainState.lists["shown"] == ["a3!"])
        },
        Pair("a removed row comes back with an older list") { test, isRacy in
            let server = FakeServer()
            server { $0["rows"] = ["a", "b"] }
            test.call.always(
                .compute { request in
                    if request == "remove" { server { $0["rows"] = ["b"] } }
                    return server["rows"]
                })
            await test.when(
                concurrently: .init("refresh") { tools in
                    let rows = await tools.call("list").split(separator: " ").map(String.init)
                    tools.change("loaded") { state in
                        let removed = isRacy ? [] : state.lists["removed", default: []]
                        state.lists["rows"] = rows.filter { !removed.contains($0) }
                    }
                },
                .init("remove") { tools in
                    tools.change("removed") { state in
                        state.lists["removed"] = ["a"]
                        state.lists["rows"]?.removeAll { $0 == "a" }
                    }
                    _ = await tools.call("remove")
                })
            test.expect("it is gone", test.state.domainState.lists["rows"] == ["b"])
        },
        Pair("what is typed while a message is sent is lost") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { text in
                    server { $0["sent"] = [text] }
                    return ""
                })
            let write = { (text: String) in
                ScriptedScene.Action("type \(text)") { tools in tools.change("typed") { $0.lists["draft"] = [text] } }
            }
            await test.when(write("ab"))
            await test.when(
                concurrently: .init("send") { tools in
                    let draft = tools.store.domainState.lists["draft", default: []]
                    _ = await tools.call(draft.joined())
                    tools.change("sent") { if isRacy || $0.lists["draft"] == draft { $0.lists["draft"] = [] } }
                }, write("abc"))
            let isKept = test.state.domainState.lists["draft"] == ["abc"]
            test.expect("it is sent or kept", isKept || server["sent"] == "abc")
        },
        Pair("a message is called unread again by a later receipt") { test, isRacy in
            let read = { (message: Int) in
                ScriptedScene.Action("read \(message)") { tools in
                    _ = await tools.call("\(message)")
                    tools.change("read") { $0.count = isRacy ? message : max($0.count, message) }
                }
            }
            await test.when(inOrder: read(1), read(2))
            test.expect("both are read", test.state.domainState.count == 2)
        },
    ]
}

import CIS
import CISTesting

/// Requests that overtake each other.
extension Pair {
    static let ofRequests = [
        Pair("a draft is overwritten by an older one on the server") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { text in
                    server { $0["draft"] = [text] }
                    return ""
                })
            let policy: ActionPolicy = isRacy ? .concurrent : .serial.group("save")
            await test.when(
                inOrder: .init("type a", policy: policy) { _ = await $0.call("a") },
                .init("type ab", policy: policy) { _ = await $0.call("ab") })
            test.expect("the last draft is saved", server["draft"] == "ab")
        },
        Pair("a heart shows the answer that came last") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { _ in
                    server { lists in
                        lists["heart"] = lists["heart", default: []].isEmpty ? ["on"] : []
                        return lists["heart", default: []].joined()
                    }
                })
            let tap = ScriptedScene.Action("tap", policy: isRacy ? .concurrent : .serial.group("tap")) { tools in
                let answer = await tools.call("toggle")
                tools.change("heart") { $0.lists["heart"] = [answer] }
            }
            await test.when(inOrder: tap, tap)
            test.expect("it is the server's", test.state.domainState.lists["heart"] == [server["heart"]])
        },
        Pair("a save of a dismissed editor brings a deleted item back") { test, isRacy in
            let server = FakeServer()
            server { $0["item"] = ["old"] }
            test.call.always(
                .compute { request in
                    server { lists in
                        if request == "delete" { lists["item"] = [] }
                        if request == "save", isRacy || lists["item"] != [] { lists["item"] = ["new"] }
                    }
                    return ""
                })
            await test.when(.init("edit") { $0.store.execute(.setOpen(true)) })
            await test.when(
                overlapping: .action(
                    .init("save") { _ = await $0.call("save") }, in: .child(of: \.child, as: ScriptedScene.self)),
                .action(
                    .init("delete") { tools in
                        tools.store.execute(.setOpen(false))
                        _ = await tools.call("delete")
                    }))
            test.expect("it is gone", server["item"] == "")
        },
        Pair("tags that are validated at the same time replace each other") { test, isRacy in
            let add = { (tag: String) in
                ScriptedScene.Action("add \(tag)") { tools in
                    let tags = tools.store.domainState.lists["tags", default: []]
                    guard await tools.call(tag) == tag + "!" else { return }
                    tools.change("tagged") {
                        $0.lists["tags"] = (isRacy ? tags : $0.lists["tags", default: []]) + [tag]
                    }
                }
            }
            await test.when(concurrently: add("red"), add("blue"))
            test.expect("both are there", test.state.domainState.lists["tags"]?.sorted() == ["blue", "red"])
        },
        Pair("a comment is posted again, because the answer was lost", injecting: .faults) { test, isRacy in
            let server = FakeServer()
            test.tryCall.always(
                .compute { id in
                    server { lists in
                        if isRacy || lists["ids", default: []].contains(id) == false {
                            lists["ids", default: []].append(id)
                        }
                    }
                    return ""
                })
            test.finally("there is one comment at most") { _ in server { $0["ids", default: []].count <= 1 } }
            await test.when(
                .init("post") { tools in
                    for _ in 0..<2 where (try? await tools.tryCall("id 1")) != nil { return }
                })
        },
    ]
}

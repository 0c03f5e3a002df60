import CIS
import CISTesting
import Testing

/// A mistake that real scenes make, and the same scene without it.
struct Pair: Sendable, CustomTestStringConvertible {
    typealias Domain = ScriptedScene.State.DomainState
    typealias Body = @MainActor @Sendable (SceneTest<ScriptedFixture>, _ isRacy: Bool) async -> Void

    let name: String
    var faults: FaultInjection = []
    /// Whether the scene listens to the feed.
    var listens = false
    let body: Body

    init(_ name: String, injecting faults: FaultInjection = [], listens: Bool = false, _ body: @escaping Body) {
        self.name = name
        self.listens = listens
        self.faults = faults
        self.body = body
    }

    var testDescription: String { name }
}

/// What a fake server knows.
final class FakeServer: Sendable {
    private let lists = LockedValue<[String: [String]]>([:])

    func callAsFunction<Result: Sendable>(_ body: (inout [String: [String]]) -> Result) -> Result {
        lists.withLock { body(&$0) }
    }

    /// The elements of a list, joined.
    subscript(name: String) -> String { self { $0[name, default: []].joined(separator: " ") } }
}

extension Pair {
    static let all = ofAnswers + ofChecks + ofRequests + ofTime + ofSources + ofTasks
}

// MARK: Answers that are older than the state

extension Pair {
    fileprivate static let ofAnswers = [
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

// MARK: Checks and indices that are outdated

extension Pair {
    fileprivate static let ofChecks = [
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

// MARK: Requests that overtake each other

extension Pair {
    fileprivate static let ofRequests = [
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

// MARK: Time, flags and cancellation

extension Pair {
    fileprivate static let ofTime = [
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
    ]
}

import CIS
import CISTesting

/// Several scenes, and what they share.
extension Pair {
    static let ofScenes = [
        Pair("two scenes renew one token, and the second is signed out") { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { request in
                    server { lists in
                        let tokens = lists["tokens", default: []].count
                        if request.hasPrefix("get") { return tokens == 1 && request == "get 1" ? "ok" : "401" }
                        guard tokens == 0 else { return "out" }
                        lists["tokens"] = ["1"]
                        return "1"
                    }
                })
            let keeper = TokenKeeper()
            let load = ScriptedScene.Action("load") { tools in
                let token = keeper.token
                guard await tools.call("get \(token)") == "401" else { return tools.log("ok") }
                if isRacy {
                    keeper.token = await tools.call("renew \(token)")
                } else {
                    await keeper.renew(token, tools.call)
                }
                tools.log(await tools.call("get \(keeper.token)"))
            }
            await test.when(.init("open") { $0.store.execute(.setOpen(true)) })
            await test.when(
                overlapping: .action(load), .action(load, in: .child(of: \.child, as: ScriptedScene.self)))
            test.expect("nobody is signed out", keeper.token == "1")
        }
    ]

    /// What is found in an order without a switch: a tick or an output begins the second action, or the two only have to
    /// be in this order.
    static let ofOutputs = [
        Pair("a timer is started again while its tick goes on") { test, isRacy in
            let beat = ScriptedScene.Action("beat") { tools in
                let round = tools.store.domainState.numbers["round"]
                _ = await tools.call("beat")
                guard isRacy || tools.store.domainState.numbers["round"] == round else { return }
                tools.store.execute(.counted)
            }
            let token = test.scene.observe(\.log.count) { [weak scene = test.scene] _ in
                if scene?.state.log.last?.hasPrefix("tick") == true { scene?.execute(beat) }
            }
            await test.when(.init("start") { $0.store.execute(.setTicking(true)) })
            await test.when(
                overlapping: .time(test.clock, by: .seconds(1)),
                .action(
                    .init("start again") { tools in
                        tools.store.execute(.setTicking(false))
                        tools.change("from zero") {
                            $0.count = 0
                            $0.numbers["round", default: 0] += 1
                        }
                        tools.log("again")
                        tools.store.execute(.setTicking(true))
                    }))
            token.cancel()
            let ticks = test.state.log.drop { $0 != "again" }.dropFirst().count
            test.expect("only the new ticks count", test.state.domainState.count == ticks)
        },
        Pair("of the amounts that two children report, one is lost") { test, isRacy in
            let add = ScriptedScene.Action("add") { tools in
                let total = tools.store.domainState.count
                _ = await tools.call("rate")
                tools.change("added") { $0.count = (isRacy ? total : $0.count) + 5 }
            }
            let token = test.scene.observe(\.log.count) { [weak scene = test.scene] count in
                if count > 0 { scene?.execute(add) }
            }
            await test.when(
                .init("open") { tools in
                    tools.store.execute(.setOpen(true))
                    tools.store.execute(.openedOther)
                })
            let report = ScriptedScene.Action("report") { $0.outputs.send(.said("5")) }
            await test.when(
                overlapping: .action(report, in: .child(of: \.child, as: ScriptedScene.self)),
                .action(report, in: .child(of: \.other, as: ScriptedScene.self)))
            token.cancel()
            test.expect("both are counted", test.state.domainState.count == 10)
        },
        Pair("an editor saves its copy over what a push has changed") { test, isRacy in
            await test.when(
                .init("open") { tools in
                    tools.change("opened") { $0.lists["row"] = ["Ada", "1"] }
                    tools.store.execute(.setOpen(true))
                })
            let copy = test.state.domainState.lists["row", default: []]
            let token = test.scene.observe(\.log.last) { [weak scene = test.scene] heard in
                guard heard != nil else { return }
                scene?.execute(
                    .init("save") { tools in
                        tools.change("saved") {
                            $0.lists["row"] = ["Eve", isRacy ? copy[1] : $0.lists["row", default: copy][1]]
                        }
                    })
            }
            await test.when(
                overlapping: .action(
                    .init("done") { $0.outputs.send(.said("Eve")) }, in: .child(of: \.child, as: ScriptedScene.self)),
                .action(.init("push") { tools in tools.change("pushed") { $0.lists["row"]?[1] = "2" } }))
            token.cancel()
            test.expect("both changes are there", test.state.domainState.lists["row"] == ["Eve", "2"])
        },
        Pair("an undo takes back what the server has sent since") { test, isRacy in
            await test.when(
                .init("delete a") { tools in
                    tools.change("deleted") { ($0.lists["before"], $0.lists["rows"]) = (["a", "b"], ["b"]) }
                })
            await test.when(
                concurrently: .init("sync") { tools in
                    let row = await tools.call("sync")
                    tools.change("synced") { $0.lists["rows", default: []].append(row) }
                },
                .init("undo") { tools in
                    tools.change("undone") { state in
                        let rows = ["a"] + state.lists["rows", default: []]
                        state.lists["rows"] = isRacy ? state.lists["before"] : rows
                    }
                })
            test.expect("all are there", test.state.domainState.lists["rows"] == ["a", "b", "sync!"])
        },
    ]
}

/// Renews a token once for all scenes that ask for it.
@MainActor
private final class TokenKeeper {
    var token = "0"
    private var renewal: Task<String, Never>?

    func renew(_ old: String, _ call: @escaping @Sendable (String) async -> String) async {
        guard token == old else { return }
        let renewal = renewal ?? Task { await call("renew \(old)") }
        self.renewal = renewal
        token = await renewal.value
    }
}

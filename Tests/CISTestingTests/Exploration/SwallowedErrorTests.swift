import CIS
import CISTesting
import Testing

/// An action that ignores an injected error is found.
@MainActor
@Suite struct `Exploration: ignored errors` {
    private func explored(
        ignoring ignored: Set<String> = [], _ body: @escaping @MainActor @Sendable (ScriptedScene.Tools) async -> Void
    ) async -> [TestFailure] {
        await failures {
            await explore(ScriptedFixture(), .init(), injecting: .faults, ignoringErrorsOf: ignored) { test in
                await test.when(.init("save", body))
            }
        }
    }

    @Test func `an error after which nothing happens is a failure, and the message says of what`() async {
        let found = await explored { tools in
            guard (try? await tools.tryCall("a")) != nil else { return }
            tools.log("saved")
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.hasPrefix(
                """
                An error was ignored: tryCall(_:) has failed, and after that save ended without a mutation, an output or \
                another call.
                Tell the user or take back what was done. If this is intended: ignoringErrorsOf: ["tryCall"].
                Found by a failure in step 2, 
                """) == true, "\(found.first?.message ?? "")")
    }

    @Test func `an error of a parallel branch is found, too`() async {
        let found = await explored { tools in
            let call = tools.tryCall
            _ = await inParallel(["a", "b"]) { word in try? await call(word) }
        }
        #expect(found.count == 1)
    }

    @Test(arguments: ["mutation", "output", "call", "retry", "action", "branch"])
    func `an error that is answered is none`(how: String) async {
        let found = await explored { tools in
            if how == "branch" {
                let call = tools.tryCall
                let answers = await inParallel(["a"]) { word in (try? await call(word)) ?? "failed" }
                return tools.log("\(answers)")
            }
            guard (try? await tools.tryCall("a")) == nil else { return }
            switch how {
            case "mutation": tools.log("failed")
            case "output": tools.outputs.send(.said("failed"))
            case "call": _ = await tools.call("toast")
            case "retry": _ = try? await tools.tryCall("a")
            default: _ = tools.scene?.execute(.init("fails"))
            }
        }
        #expect(found.isEmpty, "\(found.first?.message ?? "")")
    }

    @Test(arguments: [true, false])
    func `the caller of an action that it runs can answer the error, and has to`(isAnswered: Bool) async {
        let found = await explored { tools in
            let hasFailed = LockedValue(false)
            let load = ScriptedScene.Action("load") { tools in
                guard (try? await tools.tryCall("a")) == nil else { return }
                hasFailed.withLock { $0 = true }
            }
            await tools.scene?.run(.init("load with a log") { await $0.scene?.run(load) })
            if isAnswered, hasFailed.withLock({ $0 }) { tools.log("failed") }
        }
        #expect(found.isEmpty == isAnswered)
        #expect(found.allSatisfy { $0.message.contains(" and after that save ended without") })
    }

    @Test func `the caller of an action that is executed cannot answer the error`() async {
        let found = await explored { tools in
            tools.scene?.execute(.init("load") { _ = try? await $0.tryCall("a") })
            tools.log(await tools.call("b"))
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains(" and after that load ended without") == true)
    }

    @Test func `a mutation that is dropped, because its scene has ended, answers the error`() async {
        let found = await failures {
            await explore(ScriptedFixture(), .init(), injecting: .faults) { test in
                await test.when(.init("open") { $0.store.execute(.setOpen(true)) })
                let save = ScriptedScene.Action("save") { tools in
                    let (call, tryCall) = (tools.call, tools.tryCall)
                    let answers = await inParallel([true, false]) { isFirst in
                        isFirst ? try? await tryCall("a") : await call("b")
                    }
                    tools.log("\(answers)")
                }
                await test.when(
                    overlapping: .action(save, in: .child(of: \.child, as: ScriptedScene.self)),
                    .action(.init("close") { $0.store.execute(.setOpen(false)) }))
            }
        }
        #expect(found.isEmpty, "\(found.first?.message ?? "")")
    }

    @Test(arguments: [true, false])
    func `the error of an outdated search need not be shown, although nothing was read before it`(reports: Bool) async {
        let found = await failures {
            await explore(ScriptedFixture(), .init(), injecting: .faults, reportsStaleWrites: reports) { test in
                let type = { @MainActor (text: String) in
                    ScriptedScene.Action(text) { tools in
                        tools.change("typed") { $0.lists["text"] = [text] }
                        let rows = (try? await tools.tryCall(text)).map { [$0] } ?? []
                        guard tools.store.domainState.lists["text"] == [text] else { return }
                        tools.change("found") { $0.lists["rows"] = rows }
                    }
                }
                await test.when(inOrder: type("a"), type("ab"))
            }
        }
        #expect(found.isEmpty, "\(found.first?.message ?? "")")
    }

    @Test(arguments: ["tryCall", "tryCall(_:)"]) func `one function can be excepted by its name`(name: String) async {
        let found = await explored(ignoring: [name]) { tools in _ = try? await tools.tryCall("a") }
        #expect(found.isEmpty)
    }
}

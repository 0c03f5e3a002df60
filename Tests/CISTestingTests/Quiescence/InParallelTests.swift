import CIS
import CISTesting
import TestSupport
import Testing

@MainActor
@Suite struct `Quiescence: parallel branches` {
    @Test func `results are in the order of the items, whatever the order of the answers`() async {
        for _ in 0..<repetitions(300) {
            await given(ScriptedFixture(), .init()) { test in
                test.call.always(.wait)
                await test.when(
                    .init("all") { tools in
                        let call = tools.call
                        let answers = await inParallel(["a", "b", "c"]) { await call($0) }
                        tools.log(answers.joined())
                    })
                #expect(test.call.held.sorted() == ["a", "b", "c"])
                for _ in 0..<3 {
                    test.call.release(.compute { $0 }, at: test.call.held.count - 1)
                    await test.settle()
                }
                #expect(test.state.log == ["abc"])
            }
        }
    }

    @Test func `branches that follow other branches are tracked`() async {
        for _ in 0..<repetitions(300) {
            await given(ScriptedFixture(), .init()) { test in
                test.call.always(.wait)
                await test.when(
                    .init("twice") { tools in
                        let call = tools.call
                        for round in ["x", "y", "z"] {
                            let answers = await inParallel(["1", "2"]) { await call(round + $0) }
                            tools.log(answers.joined())
                        }
                    })
                for round in ["x", "y", "z"] {
                    #expect(test.call.held.sorted() == ["\(round)1", "\(round)2"])
                    test.call.release(.compute { $0 })
                    test.call.release(.compute { $0 })
                    await test.settle()
                }
                #expect(test.state.log == ["x1x2", "y1y2", "z1z2"])
            }
        }
    }

    @Test func `branches of branches are tracked`() async {
        for _ in 0..<repetitions(300) {
            await given(ScriptedFixture(), .init()) { test in
                test.call.always(.wait)
                await test.when(
                    .init("nested") { tools in
                        let call = tools.call
                        let answers = await inParallel([1, 2]) { outer in
                            await inParallel([1, 2]) { inner in
                                _ = await elsewhere(1)
                                return await call("\(outer)\(inner)")
                            }.joined()
                        }
                        tools.log(answers.joined(separator: " "))
                    })
                #expect(test.call.held.sorted() == ["11", "12", "21", "22"])
                while !test.call.held.isEmpty {
                    test.call.release(.compute { $0 })
                    await test.settle()
                }
                #expect(test.state.log == ["1112 2122"])
            }
        }
    }

    @Test func `branches hop, and run actions`() async {
        for _ in 0..<repetitions(300) {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(
                    .init("all") { tools in
                        guard let scene = tools.scene else { return }
                        _ = await inParallel(0..<8) { number in
                            _ = await elsewhere(number)
                            await scene.run(.init("inner") { await $0.hop(2, then: "inner") })
                            return await elsewhere(number)
                        }
                        await tools.hop(2, then: "outer")
                    })
                #expect(test.state.log == Array(repeating: "inner", count: 8) + ["outer"])
            }
        }
    }

    @Test func `a branch that fails cancels the others, and all are waited for`() async {
        for _ in 0..<repetitions(300) {
            await given(ScriptedFixture(), .init()) { test in
                test.tryCall.always(.wait)
                await test.when(
                    .init("all") { tools in
                        let call = tools.tryCall
                        do {
                            _ = try await inParallel(["a", "b", "c"]) { try await call($0) }
                        } catch { await tools.hop(3, then: "\(error)") }
                    })
                test.tryCall.release(.error(InjectedFault()), at: 1)
                await test.settle()
                #expect(test.tryCall.held == [])
                #expect(test.state.log == ["a fault injected by the test"])
            }
        }
    }

    @Test func `an action that is cancelled cancels its branches, and all are waited for`() async {
        for _ in 0..<repetitions(300) {
            await given(ScriptedFixture(), .init()) { test in
                test.tryCall.always(.wait)
                let task = test.scene.execute(
                    .init("all") { tools in
                        let call = tools.tryCall
                        do {
                            _ = try await inParallel(["a", "b", "c"]) { try await call($0) }
                        } catch {
                            tools.store.execute(.logged("\(type(of: error))"), evenIfCancelled: true)
                        }
                    })
                await test.settle()
                task.cancel()
                await test.settle()
                #expect(test.tryCall.held == [])
                #expect(test.state.log == ["CancellationError"])
            }
        }
    }

    @Test func `nothing to do is done at once`() async {
        #expect(await inParallel([Int]()) { $0 } == [])
    }

    @Test func `outside of every scenario it does the same`() async {
        #expect(await inParallel(0..<100) { await elsewhere($0) * 0 + $0 } == Array(0..<100))
        await #expect(throws: InjectedFault()) {
            try await inParallel(0..<100) { number in if number == 50 { throw InjectedFault() } }
        }
    }
}

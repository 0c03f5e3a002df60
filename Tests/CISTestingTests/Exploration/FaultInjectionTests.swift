import CIS
import CISTesting
import Testing

@MainActor
@Suite struct `Exploration: cancellations and faults` {
    /// Returns what an exploration with injected faults finds for one action, which must never count.
    private func find(
        _ disturbances: FaultInjection, policy: ActionPolicy = .concurrent,
        _ body: @escaping @MainActor @Sendable (ScriptedScene.Tools) async -> Void
    ) async -> (result: Exploration, found: [TestFailure]) {
        let (result, found) = await outcome {
            await explore(
                ScriptedFixture(), .init(), seeds: 3, injecting: disturbances, ignoringErrorsOf: ["tryCall"]
            ) { test in
                test.invariant("nothing is counted") { $0.domainState.count == 0 }
                await test.when(.init("disturbed", policy: policy, body))
                test.then(\.log == ["end"])
            }
        }
        return (result, found)
    }

    /// Makes three calls, and counts if the third fails or is cancelled.
    private static let fragile: @MainActor @Sendable (ScriptedScene.Tools) async -> Void = { tools in
        for number in 1...3 {
            do { _ = try await tools.tryCall("\(number)") } catch {
                if number == 3 { tools.store.execute(.counted, evenIfCancelled: true) }
                return
            }
        }
        tools.log("end")
    }

    @Test func `each call is made to fail`() async {
        let (result, found) = await find(.faults, Self.fragile)
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("The invariant does not hold: nothing is counted.") == true)
        #expect(
            found.first?.message.contains(
                "\nFound by a failure in step 6, the other side does tryCall(_:) (call 3 of task 1), with 0")
                == true
        )
        #expect(result.failingSeed == nil)
        #expect(result.schedule?.contains("the other side does tryCall(_:) (call 3 of task 1)") == true)
        #expect(result.runs == 3 + 1 + 5)
    }

    @Test func `each call is cancelled`() async {
        let (result, found) = await find(.cancellations, Self.fragile)
        #expect(found.count == 1)
        #expect(
            found.first?.message.contains(
                "\nFound by cancelling the action after the answer of step 5, go on in tryCall(_:) (call 2 of task 1)")
                == true)
        #expect(result.runs == 3 + 1 + 6)
    }

    @Test func `a call that cannot throw does not fail, but can be cancelled`() async {
        let (faults, none) = await find(.faults) { tools in
            _ = await tools.call("a")
            tools.log("end")
        }
        #expect(none.isEmpty)
        #expect(faults.runs == 3 + 1)
        let (_, found) = await find(.cancellations) { tools in
            _ = await tools.call("a")
            if Task.isCancelled { tools.store.execute(.counted, evenIfCancelled: true) }
            tools.log("end")
        }
        #expect(found.count == 1)
    }

    @Test func `sleeps are cancelled`() async {
        let (result, found) = await find(.cancellations) { tools in
            try? await tools.clock.sleep(for: .seconds(1))
            do { try await tools.clock.sleep(for: .seconds(1)) } catch {
                if tools.clock.now.offset == .seconds(1) { tools.store.execute(.counted, evenIfCancelled: true) }
            }
            tools.log("end")
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.contains("cancelling the action before step 3, time goes on (for task 1)") == true)
        #expect(result.runs == 3 + 1 + 2)
    }

    @Test func `a deadline of a policy is not cancelled`() async {
        let (result, found) = await find(.cancellations, policy: .latest.debounced(for: .seconds(1))) { tools in
            tools.log("end")
        }
        #expect(found.isEmpty)
        #expect(result.runs == 3 + 1)
    }

    @Test func `an action is cancelled at the calls of its parallel branches`() async {
        let (_, found) = await find(.cancellations) { tools in
            let call = tools.tryCall
            let answers = try? await inParallel(["a", "b"]) { try await call($0) }
            if answers == nil { tools.store.execute(.counted, evenIfCancelled: true) }
            tools.log("end")
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("Found by cancelling the action before step 2") == true)
    }

    @Test func `runs with faults check only invariants`() async {
        let result = await explore(
            ScriptedFixture(), .init(), seeds: 3, injecting: [.cancellations, .faults], ignoringErrorsOf: ["tryCall"]
        ) { test in
            test.invariant("one at most") { $0.log.count <= 1 }
            await test.when(
                .init("calls") { tools in
                    guard (try? await tools.tryCall("a")) != nil else { return }
                    tools.log(await tools.call("b"))
                    tools.store.execute(.setOpen(true))
                })
            test.then(\.log == ["b!"])
            test.then(mutations: [.logged("b!"), .setOpen(true)])
            test.then {
                $0.log = ["b!"]
                $0.child = test.state.child
            }
            test.expect("it is logged", test.state.log == ["b!"])
            test.then("the child is there", in: .child(of: \.child, as: ScriptedScene.self), \.log == [])
            await test.when(in: .child(of: \.child, as: ScriptedScene.self), .init("nothing"))
            test.call.expectCalls("b")
            test.call.always(.wait)
            await test.when(
                .init("held") { tools in
                    guard (try? await tools.tryCall("c")) != nil else { return }
                    _ = await tools.call("d")
                })
            test.call.release(.value(""))
            await test.settle()
        }
        #expect(result.failingSeed == nil)
        // The usual run, three calls that are cancelled before and after the other side has done them, two of them also after
        // the answer, and two that fail before and after it. Held calls are released by the test.
        #expect(result.runs == 3 + 1 + 8 + 4)
    }

    @Test func `a scenario that throws fails, except in a run with a fault`() async {
        var line: UInt = 0
        let found = await failures {
            line = #line + 1
            await explore(ScriptedFixture(), .init(), seeds: 1) { _ in throw InjectedFault() }
        }
        #expect(found.map(\.place.line) == [line])
        #expect(found.first?.message.hasPrefix("The scenario threw: a fault injected by the test") == true)
        await explore(
            ScriptedFixture(), .init(), seeds: 1, injecting: .faults, ignoringErrorsOf: ["tryCall"]
        ) { test in
            await test.when(.init("calls") { if (try? await $0.tryCall("a")) != nil { $0.log("end") } })
            if test.state.log.isEmpty { throw InjectedFault() }
        }
    }

    @Test func `the order with the fewest switches is run before faults are injected`() async {
        var runs = 0
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init(), seeds: 1, injecting: .faults) { test in
                runs += 1
                await test.when(concurrently: .init("a") { $0.log(await $0.call("1")) }, .init("b") { $0.log("b") })
                test.expect("it is the first run", runs < 2)
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("Found by the order with the fewest switches, with 0 switches:") == true)
        #expect(result.runs == 2)
        #expect(result.switches == 0)
    }

    /// A payment whose answer is lost is not made a second time.
    @Test func `a call fails after the other side has done it, too`() async {
        let paid = LockedValue(0)
        func find(isCareful: Bool) async -> [TestFailure] {
            await failures {
                await explore(ScriptedFixture(), .init(), injecting: .faults) { test in
                    paid.withLock { $0 = 0 }
                    test.tryCall.always(
                        .compute { _ in
                            paid.withLock { $0 += 1 }
                            return "paid"
                        })
                    test.finally("paid once at most") { _ in paid.withLock { $0 <= 1 } }
                    await test.when(
                        .init("pay") { tools in
                            if (try? await tools.tryCall("pay")) == nil, !isCareful {
                                _ = try? await tools.tryCall("pay")
                            }
                            tools.log("done")
                        })
                }
            }
        }
        let found = await find(isCareful: false)
        #expect(found.count == 1)
        #expect(
            found.first?.message.contains(
                "go on in tryCall(_:) (call 1 of task 1) (the other side has done it, and the answer was lost)") == true
        )
        #expect(await find(isCareful: true).isEmpty)
    }

    @Test func `a spinner that an injected cancellation leaves is found at the end`() async {
        func find(evenIfCancelled: Bool) async -> [TestFailure] {
            await failures {
                await explore(ScriptedFixture(), .init(), injecting: .cancellations) { test in
                    test.finally("no spinner") { !$0.isTicking }
                    await test.when(
                        .init("load") { tools in
                            tools.store.execute(.setTicking(true))
                            _ = await tools.call("load")
                            tools.store.execute(.setTicking(false), evenIfCancelled: evenIfCancelled)
                        })
                }
            }
        }
        let found = await find(evenIfCancelled: false)
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("This does not hold at the end: no spinner. The state:") == true)
        #expect(await find(evenIfCancelled: true).isEmpty)
    }

    /// The answer is dropped, because the action was cancelled, and nothing was thrown that `catch` could clean up after.
    @Test func `a spinner that a cancellation leaves after the answer has arrived is found`() async {
        func find(isCareful: Bool) async -> [TestFailure] {
            await failures {
                await explore(ScriptedFixture(), .init(), injecting: .cancellations) { test in
                    test.finally("no spinner") { !$0.isTicking }
                    await test.when(
                        .init("load") { tools in
                            tools.store.execute(.setTicking(true))
                            do {
                                _ = try await tools.tryCall("load")
                                tools.store.execute(.setTicking(false), evenIfCancelled: isCareful)
                            } catch {
                                tools.store.execute(.setTicking(false), evenIfCancelled: true)
                            }
                        })
                }
            }
        }
        let found = await find(isCareful: false)
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("This does not hold at the end: no spinner. The state:") == true)
        #expect(
            found.first?.message.contains(
                "\nFound by cancelling the action after the answer of step 3, go on in tryCall(_:)") == true)
        #expect(await find(isCareful: true).isEmpty)
    }
}

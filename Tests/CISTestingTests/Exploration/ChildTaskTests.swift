import CIS
import CISTesting
import TestSupport
import Testing

/// Calls of tasks that are not tracked are steps, but nothing is then called complete.
@MainActor
@Suite struct `Exploration: child tasks` {
    @Test(.warningsExpected) func `calls of async let, task groups and unstructured tasks are steps`() async {
        for kind in ["async let", "group", "task", "detached"] {
            var logs: Set<[String]> = []
            let result = await explore(ScriptedFixture(), .init(), seeds: repetitions(200, atLeast: 40)) { test in
                await test.when(
                    concurrently: .init(kind) { tools in
                        let call = tools.call
                        switch kind {
                        case "async let":
                            async let first = call("1")
                            async let second = call("2")
                            _ = await [first, second]
                        case "group":
                            await withTaskGroup(of: Void.self) { group in
                                for word in ["1", "2"] { group.addTask { _ = await call(word) } }
                            }
                        case "task": _ = await Task { await call("1") }.value
                        default: _ = await Task.detached { await call("1") }.value
                        }
                        tools.log("loaded")
                    },
                    .init("edit") { tools in
                        tools.log("edit")
                        tools.log(await tools.call("edited"))
                    })
                logs.insert(test.state.log)
            }
            #expect(
                logs == [
                    ["loaded", "edit", "edited!"], ["edit", "loaded", "edited!"], ["edit", "edited!", "loaded"],
                ],
                "\(kind)")
            #expect(result.failingSeed == nil)
            // The exploration says what it cannot promise.
            #expect(!result.isComplete)
            #expect(result.completeSwitches == nil)
            #expect(result.summary.hasPrefix("Sampled: "))
            // A task that starts late can make runs differ; then the exploration says this, too.
            #expect(result.summary.contains(" held. Not seen: call(_:)"), "\(result.summary)")
            #expect(result.warnings.contains { $0.contains("equal numbers may give different runs") })
        }
    }

    @Test(.warningsExpected) func `a call of a task that only a run with a fault starts is not seen either`() async {
        let result = await explore(ScriptedFixture(), .init(), injecting: .faults) { test in
            await test.when(
                concurrently: .init("saves") { tools in
                    let call = tools.call
                    do { tools.log(try await tools.tryCall("save")) } catch {
                        _ = await Task { await call("report") }.value
                        tools.log("failed")
                    }
                },
                .init("edits") { $0.log("edit") })
        }
        #expect(result.failingSeed == nil)
        #expect(!result.isComplete)
        #expect(result.completeSwitches == nil)
        #expect(result.summary.hasPrefix("Sampled: "), "\(result.summary)")
        #expect(result.summary.contains(" injected faults held. Not seen: call(_:)"), "\(result.summary)")
    }

    @Test(.warningsExpected) func `a sleep of a child task ends`() async {
        // A watchdog without a timer: it does not have to end the wait of the first run, which finds such tasks.
        let result = await Watchdog.$current.withValue(Watchdog()) {
            await explore(ScriptedFixture(), .init(), seeds: 5) { test in
                await test.when(
                    .init("sleeps") { tools in
                        let clock = tools.clock
                        async let sleep: Void = clock.sleep(for: .seconds(1))
                        try? await sleep
                        tools.log("slept")
                    })
                test.expect("it has ended", test.state.log == ["slept"])
            }
        }
        #expect(result.failingSeed == nil)
        #expect(result.summary.contains("Not seen: sleep"))
    }

    @Test(.warningsExpected) func `a stream that a task of its own reads is not seen`() async {
        let result = await explore(ScriptedFixture(), .init(), seeds: 20) { test in
            let feed = test.feed
            feed.send("a")
            feed.finish()
            await test.when(
                concurrently: .init("listen") { _ in Task { do { for try await _ in feed {} } catch {} } },
                .init("edit") { $0.log("edit") })
        }
        #expect(result.failingSeed == nil)
        #expect(!result.isComplete)
        #expect(result.completeSwitches == nil)
        #expect(result.summary.contains("Not seen: next()"), "\(result.summary)")
    }

    @Test(.warningsExpected) func `a wait that is marked as one that cannot be tracked is not seen`() async {
        let result = await explore(ScriptedFixture(), .init(), seeds: 20) { test in
            await test.when(
                concurrently: .init("read") { tools in tools.log(await waiting(for: "a file") { "text" }) },
                .init("edit") { $0.log("edit") })
        }
        #expect(result.failingSeed == nil)
        #expect(result.completeSwitches == nil)
        #expect(result.summary.contains("Not seen: waiting(for:)"), "\(result.summary)")
    }

    @Test func `a failure with a call that is not tracked does not promise that its seed repeats`() async {
        let found = await failures {
            await explore(ScriptedFixture(), .init(), seeds: 20) { test in
                await test.when(
                    .init("saves") { tools in
                        let call = tools.call
                        await Task { _ = await call("save") }.value
                        tools.log("saved")
                    })
                test.expect("nothing is saved", test.state.log.isEmpty)
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("call(_:) was called in a task that is not tracked") == true)
        #expect(found.first?.message.contains(" repeats it)") == false)
    }

    @Test(.warningsExpected) func `a call that arrives after the end of the run is answered`() async {
        let gate = Gate()
        let answered = Gate()
        let result = await explore(ScriptedFixture(), .init(), seeds: 1) { test in
            await test.when(
                .init("late") { tools in
                    let call = tools.call
                    Task {
                        await gate.pass()
                        _ = await call("late")
                        await answered.pass()
                    }
                })
        }
        #expect(result.failingSeed == nil)
        gate.open()
        await answered.reached()
        answered.open()
    }
}

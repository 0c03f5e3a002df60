import CIS
import CISTesting
import TestSupport
import Testing

/// A call is two steps: the other side does it, and the answer arrives.
@MainActor
@Suite struct `Exploration: a call is two steps` {
    /// Answers from a fake server: a list, and additions to it.
    private static func serve(_ test: SceneTest<ScriptedFixture>) {
        let server = LockedValue(0)
        let answer: @Sendable (String) -> String = { request in
            server.withLock { count in
                if request == "add" { count += 1 }
                return "\(count)"
            }
        }
        test.call.always(.compute(answer))
        test.tryCall.always(.compute(answer))
    }

    private static let load = ScriptedScene.Action("load") { tools in
        let answer = await tools.call("load")
        tools.store.execute(.setCount(Int(answer) ?? -1))
    }

    private static let add = ScriptedScene.Action("add") { tools in
        let answer = await tools.call("add")
        tools.store.execute(.setCount(Int(answer) ?? -1))
    }

    @Test func `59 an answer that the server gave before an edit, and that arrives after it, is found`() async {
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init()) { test in
                Self.serve(test)
                await test.when(concurrently: Self.load, Self.add)
                test.then(\.domainState.count == 1)
            }
        }
        #expect(found.count == 1)
        #expect(result.failingSeed.map { $0 <= 10 } == true)
        #expect(result.switches == 1)
        #expect(result.schedule?.contains("the other side does call(_:) (call 1 of task 1)") == true)
    }

    @Test(.warningsExpected) func `a constant answer is one step`() async {
        let result = await explore(ScriptedFixture(), .init(), keepsTraces: true) { test in
            test.call.always(.value("x"))
            await test.when(.init("calls") { _ = await $0.call("a") })
        }
        #expect(result.traces[1]?.contains("the other side does") == false)
    }

    @Test func `a step in which time begins to pass names no task`() async {
        let result = await explore(ScriptedFixture(), .init(), keepsTraces: true) { test in
            await test.when(
                overlapping: .action(.init("calls") { _ = await $0.call("a") }), .time(test.clock, by: .seconds(1)))
        }
        #expect(result.traces[1]?.contains("1.0 seconds begin to pass\n") == true)
    }

    @Test func `a child that is dismissed while it saves is found`() async {
        let found = await failures {
            await explore(ScriptedFixture(), .init()) { test in
                let saved = LockedValue(0)
                test.tryCall.always(
                    .compute { _ in
                        saved.withLock { $0 += 1 }
                        return ""
                    })
                let child = ChildPlace<ScriptedScene, ScriptedScene>.child(of: \.child)
                await test.when(.init("opens") { $0.store.execute(.setOpen(true)) })
                await test.when(
                    overlapping: .action(
                        .init("saves") { tools in
                            guard (try? await tools.tryCall("save")) != nil else { return }
                            tools.outputs.send(.said("saved"))
                        }, in: child), .action(.init("closes") { $0.store.execute(.setOpen(false)) }))
                let said = test.state.log.count
                test.expect("what the server has saved is known", said == saved.withLock { $0 })
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains(" of ScriptedScene[child] (task 2)") == true)
        #expect(found.first?.message.contains("the other side does tryCall(_:)") == true)
    }

    /// A cache in front of a server. An actor lets others in while it waits.
    private actor Cache {
        private var title: String?
        private var version = 0
        private let call: @Sendable (String) async -> String
        private let isRacy: Bool

        init(isRacy: Bool, calling call: @escaping @Sendable (String) async -> String) {
            self.isRacy = isRacy
            self.call = call
        }

        func load() async -> String {
            if let title { return title }
            let before = version
            let answer = await call("get")
            if isRacy || before == version { title = answer }
            return answer
        }

        func rename() async {
            _ = await call("put")
            version += 1
            title = "new"
        }
    }

    @Test(arguments: [true, false])
    func `an actor that keeps an answer from before a change is found, and one that looks again is not`(
        isRacy: Bool
    ) async {
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init()) { test in
                let server = LockedValue("old")
                test.call.always(
                    .compute { request in
                        server.withLock { title in
                            if request == "put" { title = "new" }
                            return title
                        }
                    })
                let worker = ScriptedWorkerDouble(calling: test.call, trying: test.tryCall)
                let cache = Cache(isRacy: isRacy, calling: worker.call)
                await test.when(
                    concurrently: .init("load") { _ in _ = await cache.load() },
                    .init("rename") { _ in await cache.rename() })
                await test.when(.init("show") { tools in tools.log(await cache.load()) })
                test.then(\.log == ["new"])
            }
        }
        #expect(found.isEmpty != isRacy)
        #expect(!isRacy || result.switches == 1)
        #expect(isRacy || result.isComplete, "\(result.summary)")
    }

    @Test func `values of a stream arrive before, between and after the steps of an action`() async {
        var logs: Set<[String]> = []
        let result = await explore(ScriptedFixture(listens: true), .init()) { test in
            test.call.always(.value("answer"))
            await test.settle()
            test.feed.send("fed")
            await test.when(
                .init("asks") { tools in
                    tools.log("asked")
                    tools.log(await tools.call("x"))
                })
            logs.insert(test.state.log)
        }
        #expect(result.isComplete)
        #expect(
            logs == [["fed", "asked", "answer"], ["asked", "fed", "answer"], ["asked", "answer", "fed"]])
    }

    @Test func `ticks of a timer happen before, between and after the steps of an action`() async {
        var logs: Set<[String]> = []
        // A timer that ticks without the test would never end.
        let result = await StepLimit.$current.withValue(100) {
            await explore(ScriptedFixture(), .init()) { test in
                test.call.always(.value("answer"))
                await test.when(.init("starts the timer") { $0.store.execute(.setTicking(true)) })
                await test.when(
                    "a second passes meanwhile",
                    overlapping: .action(
                        .init("asks") { tools in
                            tools.log("asked")
                            tools.log(await tools.call("x"))
                        }), .time(test.clock, by: .seconds(1)))
                test.expect("the time has passed", test.clock.now.offset == .seconds(1))
                logs.insert(test.state.log)
            }
        }
        #expect(result.failingSeed == nil)
        let ticks = Set(logs.map { $0.firstIndex { $0.hasPrefix("tick") } ?? -1 })
        #expect(ticks == [0, 1, 2])
    }

    @Test func `overlapping things happen in a scenario, too`() async {
        await given(ScriptedFixture(), .init()) { test in
            await test.when("it ticks", .init("starts the timer") { $0.store.execute(.setTicking(true)) })
            await test.when(
                "both", overlapping: .action(.init("a") { $0.log("a") }), .time(test.clock, by: .seconds(2)))
            test.then("the action is first", \.log.count == 3)
            #expect(test.state.log.first == "a")
        }
    }

    @Test(.warningsExpected) func `a task that is not tracked is reported as a gap, with the call's name`() async {
        let result = await explore(ScriptedFixture(), .init(), seeds: 20) { test in
            await test.when(
                .init("saves") { tools in
                    let call = tools.call
                    await Task { _ = await call("save") }.value
                })
        }
        #expect(!result.isComplete)
        #expect(result.summary.contains("Not seen: call(_:)"))
        #expect(result.warnings.first?.contains("call(_:) was called in a task that is not tracked (Task { }") == true)
    }
}

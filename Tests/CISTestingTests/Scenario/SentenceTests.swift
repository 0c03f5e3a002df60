import CIS
import CISTesting
import Testing

/// No step of a scenario is vacuous.
@MainActor
@Suite struct `Steps that do something` {
    @Test func `a when without actions carries out what was released`() async {
        await given(ScriptedFixture(), .init()) { test in
            test.call.always(.wait)
            await test.when("it asks", .init("asks") { $0.log(await $0.call("x")) })
            test.call.release(.value("answer"))
            let what = await test.when("the answer comes")
            test.then("it is logged", \.log == ["answer"])
            #expect(what.mutations.count == 1)
        }
    }

    @Test func `a settle with a sentence is a step`() async {
        let found = await failures {
            await given("a slow worker", ScriptedFixture(), .init()) { test in
                test.call.always(.wait)
                await test.when("it asks", .init("asks") { $0.log(await $0.call("x")) })
                test.call.release(.value("answer"))
                await test.settle("the answer comes")
                test.then("it is logged", mutations: [.logged("answer")])
                test.then("it is another", \.log == [])
            }
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.hasPrefix("Given a slow worker, when the answer comes, then it is another:") == true)
    }

    @Test func `a release with a sentence is a step`() async {
        let found = await failures {
            await given("a slow worker", ScriptedFixture(), .init()) { test in
                test.call.always(.wait)
                await test.when("it asks twice", .init("asks") { $0.log(await $0.call("x") + $0.call("y")) })
                test.call.release("the first answer comes", .value("a"))
                await test.settle()
                test.then("it asks again", mutations: [], calls: ["call(_:)"])
                test.call.release("the second answer comes", .value("b")) { $0 == "y" }
                await test.settle()
                test.then("both are logged", mutations: [.logged("ab")], calls: [])
                test.then("nothing is logged", \.log == [])
            }
        }
        #expect(found.count == 1)
        let begin = "Given a slow worker, when the second answer comes, then nothing is logged:"
        #expect(found.first?.message.hasPrefix(begin) == true, "\(found.first?.message ?? "")")
    }

    @Test func `time that passes with a sentence is a step`() async {
        let found = await failures {
            await given("a timer", ScriptedFixture(), .init(), checking: .everything) { test in
                await test.when("it starts", .init("starts the timer") { $0.store.execute(.setTicking(true)) })
                test.then("it ticks", \.isTicking == true, mutations: [.setTicking(true)], sources: ["tick"])
                await test.clock.advance("two seconds pass", by: .seconds(2))
                test.then("it has ticked twice", mutations: [.logged("tick 1"), .logged("tick 2")]) {
                    $0.log = ["tick 1", "tick 2"]
                }
                test.then("nothing is logged", \.log == [])
            }
        }
        #expect(found.count == 1)
        let begin = "Given a timer, when two seconds pass, then nothing is logged:"
        #expect(found.first?.message.hasPrefix(begin) == true, "\(found.first?.message ?? "")")
    }

    @Test func `a then that checks nothing fails`() async {
        var line: UInt = 0
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(.init("a"))
                line = #line + 1
                test.then("the form is green")
            }
        }
        #expect(found.map(\.place.line) == [line])
        #expect(found.first?.message.contains("This then checks nothing.") == true)
    }

    @Test func `a then without a sentence, or of a child, that checks nothing fails`() async {
        var line: UInt = 0
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(.init("opens") { $0.store.execute(.setOpen(true)) })
                line = #line + 1
                test.then()
                test.then("it is green", in: .child(of: \.child, as: ScriptedScene.self))
            }
        }
        #expect(found.map(\.place.line) == [line, line + 1])
        #expect(found.allSatisfy { $0.message.contains("This then checks nothing.") })
    }

    @Test func `a when that lets time pass is a step, with its sentence`() async {
        let found = await failures {
            await given("a timer", ScriptedFixture(), .init()) { test in
                await test.when("it starts", .init("starts the timer") { $0.store.execute(.setTicking(true)) })
                let what = await test.when("two seconds pass", overlapping: .time(test.clock, by: .seconds(2)))
                #expect(what.mutations == [.logged("tick 1"), .logged("tick 2")])
                test.then("nothing is logged", \.log == [])
            }
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.hasPrefix("Given a timer, when two seconds pass, then nothing is logged:") == true)
    }

    @Test func `what was not asserted is reported with the sentence of its own step`() async {
        let found = await failures {
            await given("a slow worker", ScriptedFixture(), .init(), checking: .everything) { test in
                await test.when("it logs", .init("a") { $0.log("a") })
                await test.settle("nothing happens")
                await test.when("it logs again", .init("b") { $0.log("b") })
                test.call.always(.wait)
                await test.given("it waits", after: .init("c") { _ = await $0.call("c") })
                test.call.release("the answer comes", .value("c"))
                await test.settle()
            }
        }
        let begin = { (step: String) in "Given a slow worker, when \(step):\nThis happened, and was not asserted:" }
        #expect(found.count == 2)
        #expect(found.first?.message.hasPrefix(begin("it logs")) == true, "\(found.first?.message ?? "")")
        #expect(found.last?.message.hasPrefix(begin("it logs again")) == true, "\(found.last?.message ?? "")")
    }

    @Test func `finally is checked at the end of a scenario`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                test.finally("nothing is left") { $0.log.isEmpty }
                await test.when(.init("a") { $0.log("a") })
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("This does not hold at the end: nothing is left.") == true)
    }
}

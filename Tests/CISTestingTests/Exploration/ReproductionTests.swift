import CIS
import CISTesting
import TestSupport
import Testing

/// Equal seeds give equal runs.
@MainActor
@Suite(.serialized)
struct `Exploration: reproduction` {
    private func traces(
        _ seeds: Int, _ body: @escaping @MainActor (SceneTest<ScriptedFixture>) async -> Void
    ) async -> [UInt64: String] {
        await explore(ScriptedFixture(listens: true), .init(), seeds: seeds, keepsTraces: true, body).traces
    }

    /// A scenario with many features: calls, sleeps, policies, branches, a child scene, a
    /// stream.
    private func mixture(_ test: SceneTest<ScriptedFixture>) async {
        await test.when(
            concurrently: .init("calls") { tools in
                for word in ["1", "2"] { tools.log(await tools.call(word)) }
            },
            .init("sleeps") { tools in
                try? await tools.clock.sleep(for: .seconds(1))
                tools.log("slept")
            },
            .init("branches") { tools in
                let call = tools.call
                // Without `inParallel`, they would reach their calls in a different order each time.
                let answers = await inParallel(["x", "y", "z"]) { word in
                    if word == "x" { for number in 0..<300 { _ = await elsewhere(number) } }
                    return await call(word)
                }
                tools.log(answers.joined())
            },
            .init("serial 1", policy: .serial.group("s")) { tools in tools.log(await tools.call("s1")) },
            .init("serial 2", policy: .serial.group("s")) { tools in tools.log(await tools.call("s2")) },
            .init("debounced", policy: .latest.debounced(for: .seconds(2))) { await $0.hop(2, then: "debounced") },
            .init("opens") { $0.store.execute(.setOpen(true)) })
        test.feed.send("fed")
        await test.when(
            in: .child(of: \.child, as: ScriptedScene.self), .init("speaks") { $0.outputs.send(.said("hello")) })
        await test.settle()
        // The order of all calls must be equal, too.
        await test.when(.init("calls: \(test.call.calls) \(test.tryCall.calls)"))
    }

    @Test func `a thousand seeds run twice give equal traces, also while the machine is busy`() async {
        let first = await traces(repetitions(1_000), mixture)
        let busy = BusyThreads(repetitions(2))
        let second = await traces(repetitions(1_000), mixture)
        busy.stop()
        #expect(first.count == repetitions(1_000))
        #expect(Set(first.values).count > repetitions(1_000) / 2)
        #expect(first.filter { second[$0.key] != $0.value }.keys.sorted() == [])
    }

    @Test func `the variable CIS_SEED runs one seed, and repeats its failure`() async {
        func run(_ text: String?) async -> (Exploration, [TestFailure]) {
            await outcome {
                await ChosenSeed.$text.withValue(text) {
                    await explore(
                        AlbumFixture(style: .racy), .init(), injecting: [.cancellations, .faults],
                        reportsStaleWrites: false, keepsTraces: true
                    ) { test in
                        await test.when(concurrently: .picked("a"), .picked("b"))
                        test.then(\.domainState.pictures.count == 2)
                    }
                }
            }
        }
        let (all, found) = await run(nil)
        let seed = all.failingSeed ?? 0
        #expect(seed > 0)
        #expect(found.first?.message.contains("\nFound by seed \(seed) (CIS_SEED=\(seed) repeats it)") == true)
        let (one, again) = await run("\(seed)")
        #expect(one.runs == 1)
        #expect(one.failingSeed == seed)
        #expect(one.traces[seed] == all.traces[seed])
        #expect(one.schedule == all.schedule)
        #expect(again.count == 1)
        var good: UInt64 = 1_000
        while await run("\(good)").0.failingSeed != nil { good += 1 }
        let (passing, none) = await run("\(good)")
        #expect(passing.runs == 1)
        #expect(Array(passing.traces.keys) == [good])
        #expect(none.isEmpty)
    }

    @Test func `with CIS_SEED nothing is called proven, because one run is checked`() async {
        func run(_ text: String?) async -> Exploration {
            await ChosenSeed.$text.withValue(text) {
                await explore(ScriptedFixture(), .init()) { test in
                    await test.when(concurrently: .init("a") { $0.log("a") }, .init("b"))
                }
            }
        }
        let all = await run(nil)
        #expect(all.summary == "Proven: all 2 orders held.")
        // The last of the two orders, and a seed after them.
        for seed in ["2", "36"] {
            let one = await run(seed)
            #expect(one.summary == "Sampled: the run of CIS_SEED=\(seed) held.")
            #expect(!one.isComplete)
            #expect(one.completeSwitches == nil)
            #expect(one.warnings.isEmpty)
        }
    }

    @Test func `an invalid CIS_SEED fails, and runs nothing`() async {
        for text in ["seven", "-1", "1.5"] {
            let line: UInt = #line + 4
            var runs = 0
            let found = await failures {
                await ChosenSeed.$text.withValue(text) {
                    runs = await explore(AlbumFixture(), .init()) { _ in Issue.record("It ran.") }.runs
                }
            }
            #expect(runs == 0)
            #expect(found.map(\.place.line) == [line])
            #expect(
                found.map(\.message) == [
                    "CIS_SEED is \"\(text)\", which is not a seed. A seed is a number from 0 to 18446744073709551615."
                ])
        }
    }
}

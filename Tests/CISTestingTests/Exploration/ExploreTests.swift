import CIS
import CISTesting
import TestSupport
import Testing

@MainActor
@Suite struct `Exploring` {
    @Test func `the lost update of a racy scene is found`() async {
        var result: Exploration?
        let found = await failures {
            result = await explore(AlbumFixture(style: .racy), .init(), seeds: 100, reportsStaleWrites: false) { test in
                await test.when(concurrently: .picked("a"), .picked("b"))
                test.then(\.domainState.pictures.count == 2)
            }
        }
        #expect(result?.failingSeed != nil)
        #expect(found.count == 1)
        #expect(result?.switches == 1)
    }

    @Test(.warningsExpected) func `sleeps end in the order of their deadlines`() async {
        let result = await explore(ScriptedFixture(), .init(), seeds: 100) { test in
            await test.when(
                .init("naps") { tools in
                    let clock = tools.clock
                    _ = await inParallel([3, 1, 2]) { seconds in
                        try? await clock.sleep(for: .seconds(seconds))
                        await tools.log("\(seconds)")
                    }
                })
            test.then(\.log == ["1", "2", "3"])
        }
        #expect(result.failingSeed == nil)
    }

    @Test(arguments: [true, false])
    func `the time limit of a policy ends only while the test lets time pass`(timePasses: Bool) async {
        var logs: Set<[String]> = []
        let result = await explore(ScriptedFixture(), .init()) { test in
            let load = ScriptedScene.Action("load", policy: .first.timeout(after: .seconds(30))) { tools in
                tools.log(await tools.call("a"))
            }
            if timePasses {
                await test.when(overlapping: .action(load), .time(test.clock, by: .seconds(30)))
            } else {
                await test.when(concurrently: load, .init("other"))
            }
            logs.insert(test.state.log)
        }
        let wanted: Set<[String]> = timePasses ? [["a!"], []] : [["a!"]]
        #expect(logs == wanted)
        #expect(result.isComplete)
    }

    @Test func `time passes before, between and after the halves of a call`() async {
        let times = LockedValue<Set<[Int64]>>([])
        await explore(ScriptedFixture(), .init()) { test in
            let clock = test.clock
            let now = { @Sendable in clock.now.offset.components.seconds }
            test.call.always(.compute { _ in "\(now())" })
            await test.when(
                overlapping: .action(
                    .init("load") { tools in
                        let asked = now()
                        let served = Int64(await tools.call("a")) ?? -1
                        let answered = now()
                        times.withLock { _ = $0.insert([asked, served, answered]) }
                    }), .time(clock, by: .seconds(60)))
            test.expect("it has passed", now() == 60)
        }
        #expect(times.withLock { $0 } == [[60, 60, 60], [0, 60, 60], [0, 0, 60], [0, 0, 0]])
    }

    @Test func `a correct scene loses no update, in 1,000 runs with full effort`() async {
        let result = await explore(
            AlbumFixture(), .holding(3), seeds: repetitions(1_000), injecting: [.cancellations, .faults]
        ) { test in
            test.invariant("five at most") { $0.domainState.pictures.count <= 5 }
            test.worker.uploading.always(.value(()))
            await test.when(concurrently: .picked("a"), .picked("b"), .picked("c"), .nextTapped)
            test.then(\.domainState.pictures.count == 5)
        }
        #expect(result.failingSeed == nil)
        #expect(result.summary.contains("injected faults held."), "\(result.summary)")
    }
}

import CIS
import CISTesting
import TestSupport
import Testing

@MainActor
@Suite struct `Exploration: stale writes` {
    private func find(
        _ style: AlbumStyle, seeds: Int = 100, reports: Bool = true
    ) async -> (result: Exploration, found: [TestFailure]) {
        let (result, found) = await outcome {
            await explore(AlbumFixture(style: style), .init(), seeds: seeds, reportsStaleWrites: reports) {
                test in
                await test.when(concurrently: .picked("a"), .picked("b"))
            }
        }
        return (result, found)
    }

    @Test func `a change that is erased is found without an expectation, with both actions`() async {
        let (result, found) = await find(.racy)
        #expect(result.failingSeed != nil)
        #expect(result.switches == 1)
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("A stale write: ") == true)
        #expect(found.first?.message.contains("of Album with a value that was read before something") == true)
        let lines = found.first?.message.split(separator: "\n").map(String.init) ?? []
        let said = ["read by ", "changed by ", "written by "].map { word in
            lines.first { $0.hasPrefix("  " + word) } ?? ""
        }
        #expect(said[0].contains("picked(\"a\") (task 1) in use case attach(\"a\") at CISTestingTests/Album.swift:"))
        #expect(said[1].contains("picked(\"b\") (task 2): replaced([\"jpg(b)\"]) at CISTestingTests/Album.swift:"))
        #expect(said[2].contains("picked(\"a\") (task 1): replaced([\"jpg(a)\"]) at CISTestingTests/Album.swift:"))
        #expect(found.first?.message.contains("exceptStaleWritesOf: [\"replaced\"]") == true)
    }

    @Test func `a lost update is found even if the last write changes nothing`() async {
        let (result, found) = await outcome {
            await explore(ScriptedFixture(), .init(), seeds: 100) { test in
                let like = ScriptedScene.Action("like") { tools in
                    let likes = tools.store.domainState.count
                    _ = await tools.call("like")
                    tools.store.execute(.setCount(likes + 1))
                }
                await test.when(concurrently: like, like)
            }
        }
        #expect(result.switches == 1)
        #expect(
            found.first?.message.hasPrefix("A stale write: setCount(1) wrote the domain state of ScriptedScene") == true
        )
    }

    @Test func `the search for stale writes can be switched off`() async {
        #expect(await find(.racy, reports: false).found.isEmpty)
    }

    @Test(arguments: [AlbumStyle.careful, .based])
    func `reading again, or basedOn, is not reported in 10,000 runs`(_ style: AlbumStyle) async {
        let (result, found) = await find(style, seeds: repetitions(10_000))
        #expect(found.isEmpty)
        #expect(result.failingSeed == nil)
        #expect(result.completeSwitches ?? -1 >= 1, "\(result.summary)")
    }

    @Test func `a correct scene loses no update in 10,000 runs`() async {
        let result = await explore(AlbumFixture(), .holding(3), seeds: repetitions(10_000)) { test in
            test.invariant("five at most") { $0.domainState.pictures.count <= 5 }
            await test.when(concurrently: .picked("a"), .picked("b"), .picked("c"))
            test.then(\.domainState.pictures.count == 5)
        }
        #expect(result.failingSeed == nil)
        #expect(result.completeSwitches ?? -1 >= 0, "\(result.summary)")
    }

    @Test func `view state, and domain state that was not read, is never stale`() async {
        await explore(AlbumFixture(), .init(), seeds: repetitions(50, atLeast: 10)) { test in
            await test.when(concurrently: .logged("x"), .picked("a"), .picked("b"), .refreshTapped)
        }
        await explore(ScriptedFixture(), .init(), seeds: repetitions(50, atLeast: 10)) { test in
            await test.when(
                concurrently: .init("counts") { tools in
                    _ = await tools.call("a")
                    tools.store.execute(.counted)
                },
                .init("counts, too") { tools in
                    _ = await tools.call("b")
                    tools.store.execute(.counted)
                })
        }
    }

    @Test func `a mutation that an observer executes is not the reader's`() async {
        await explore(ScriptedFixture(), .init(), seeds: repetitions(50, atLeast: 10)) { test in
            let token = test.scene.observe(\.log.count) { [weak scene = test.scene] count in
                if count > 0, count < 3 { scene?.execute(.init("follows") { $0.store.execute(.counted) }) }
            }
            await test.when(
                concurrently: .init("reads") { tools in
                    _ = tools.store.domainState
                    _ = await tools.call("a")
                    tools.log("a")
                },
                .init("counts") { tools in
                    _ = await tools.call("b")
                    tools.store.execute(.counted)
                })
            token.cancel()
        }
    }

    @Test(.warningsExpected) func `each action is judged by its own reads, and each write counts as a read`() async {
        await explore(ScriptedFixture(), .init(), seeds: repetitions(50, atLeast: 10)) { test in
            await test.when(
                .init("reads and writes twice") { tools in
                    _ = tools.store.domainState
                    tools.store.execute(.counted)
                    tools.store.execute(.counted)
                },
                .init("reads") { tools in _ = tools.store.domainState },
                .init("writes") { tools in tools.store.execute(.counted) })
        }
    }

    // MARK: What is not erased (edge case 60)

    /// An action that waits for an answer between reading the domain state and executing a mutation.
    private static func reading(_ mutation: ScriptedScene.Mutation) -> ScriptedScene.Action {
        .init("reads") { tools in
            _ = tools.store.domainState
            _ = await tools.call("a")
            tools.store.execute(mutation)
        }
    }

    @Test func `60 a guard before an await, beside a change of something else, is not reported as stale`() async {
        let result = await explore(ScriptedFixture(), .init()) { test in
            await test.when(
                concurrently: Self.reading(.counted), .init("counts") { $0.store.execute(.counted) })
            test.then(\.domainState.count == 2)
        }
        #expect(result.isComplete && result.failingSeed == nil)
    }

    @Test func `60 two answers that are equal, and the last of two names, are not reported`() async {
        let result = await explore(ScriptedFixture(), .init()) { test in
            await test.when(concurrently: Self.reading(.setCount(7)), Self.reading(.setCount(7)))
            test.then(\.domainState.count == 7)
            await test.when(concurrently: Self.reading(.setCount(1)), Self.reading(.setCount(2)))
        }
        #expect(result.failingSeed == nil)
    }

    @Test func `one mutation can be excepted by its name`() async {
        func find(_ exceptions: Set<String>) async -> [TestFailure] {
            await failures {
                await explore(AlbumFixture(style: .racy), .init(), exceptStaleWritesOf: exceptions) { test in
                    await test.when(concurrently: .picked("a"), .picked("b"))
                }
            }
        }
        #expect(await find(["replaced"]).isEmpty)
        #expect(await find(["attached"]).count == 1)
    }

    @Test func `a stale write is named below the check that fails because of it, and a weaker one as a hint`() async {
        let erased = await failures {
            await explore(AlbumFixture(style: .racy), .init()) { test in
                await test.when(concurrently: .picked("a"), .picked("b"))
                test.then(\.domainState.pictures.count == 2)
            }
        }
        #expect(erased.count == 1)
        #expect(erased.first?.message.hasPrefix("A part of domainState.pictures differs") == true)
        #expect(erased.first?.message.contains("\nalso: A stale write: replaced([\"jpg(a)\"]) wrote") == true)
        let hint = await failures {
            await explore(AlbumFixture(style: .hasty), .holding(4)) { test in
                await test.when(concurrently: .picked("a"), .picked("b"))
                test.then(\.domainState.pictures.count == 5)
            }
        }
        #expect(hint.count == 1)
        #expect(
            hint.first?.message.contains(
                "\nalso: attached(\"jpg(a)\") was executed after something else had changed the domain state") == true)
    }
}

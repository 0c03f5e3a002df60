import CIS
import CISTesting
import TestSupport
import Testing

@MainActor @Suite("Exploration: stale writes")
struct StaleWriteTests {
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

    @Test(arguments: [AlbumStyle.racy, .hasty])
    func `a value that was computed from an outdated state is found without an expectation`(
        _ style: AlbumStyle
    ) async {
        let (result, found) = await find(style)
        #expect(result.failingSeed != nil)
        #expect(result.switches == 1)
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("A stale write: ") == true)
        #expect(found.first?.message.contains(style == .racy ? "replaced" : "attached") == true)
        #expect(found.first?.message.contains("of Album with a value that was read before something") == true)
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
    func `reading again, or basedOn, is not reported in 10,000 orders`(_ style: AlbumStyle) async {
        let (result, found) = await find(style, seeds: repetitions(10_000))
        #expect(found.isEmpty)
        #expect(result.failingSeed == nil)
        #expect(result.runs == repetitions(10_000))
    }

    @Test func `a correct scene loses no update in 10,000 orders`() async {
        let result = await explore(AlbumFixture(), .holding(3), seeds: repetitions(10_000)) { test in
            test.invariant("five at most") { $0.domainState.pictures.count <= 5 }
            await test.when(concurrently: .picked("a"), .picked("b"), .picked("c"))
            test.then(\.domainState.pictures.count == 5)
        }
        #expect(result.failingSeed == nil)
        #expect(result.runs == repetitions(10_000))
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

    @Test func `each action is judged by its own reads, and each write counts as a read`() async {
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
        let found = await failures {
            await explore(ScriptedFixture(), .init(), seeds: repetitions(50, atLeast: 10)) { test in
                await test.when(
                    concurrently: .init("reads and writes") { tools in
                        _ = tools.store.domainState
                        _ = await tools.call("a")
                        tools.store.execute(.counted)
                    },
                    .init("writes") { tools in tools.store.execute(.counted) })
            }
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.hasPrefix("A stale write: counted wrote the domain state of ScriptedScene") == true)
    }
}

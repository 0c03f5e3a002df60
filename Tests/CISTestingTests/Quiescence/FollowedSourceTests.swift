import CIS
import CISTesting
import TestSupport
import Testing

/// Sources and actions that read a sequence other than a `ScriptedStream`.
@MainActor
@Suite struct `Quiescence: any sequence` {
    /// Runs a scenario many times, each with a new stream that a source of the scene reads.
    private func repeating<Elements: AsyncSequence>(
        reading elements: (AsyncStream<Int>) -> Elements,
        _ body: @MainActor (SceneTest<Reader<Elements>>, AsyncStream<Int>.Continuation) async -> Void
    ) async where Elements.Element == Int {
        for _ in 0..<repetitions(1_000) {
            let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
            let elements = elements(numbers)
            await given(Reader { elements }, .init()) { test in await body(test, continuation) }
        }
    }

    @Test func `settle returned before a source had handled an element of values`() async {
        for _ in 0..<repetitions(1_000) {
            let other = ScriptedFixture().assemble(.init())
            await given(Reader { other.values(\.domainState.count).dropFirst().map { $0 * 10 } }, .init()) { test in
                await test.settle()
                for count in 1...3 {
                    // The scene is no part of the scenario, so `settle` does not wait for its actions.
                    await other.execute(.init("counts") { $0.store.execute(.counted) }).value
                    await test.settle()
                    #expect(test.state.log.last == "\(count * 10)")
                }
                #expect(test.state.log.count == 3)
            }
        }
    }

    @Test func `settle returned before a source had handled an element of a plain stream`() async {
        await repeating(reading: { $0 }) { test, stream in
            for number in 1...3 {
                stream.yield(number)
                await test.settle()
                #expect(test.state.log.last == "\(number)")
            }
            #expect(test.state.log.count == 3)
        }
    }

    @Test func `a plain stream is tracked through its transformations, on any thread, to its end`() async {
        await repeating(
            reading: { numbers in
                numbers.filter { $0 > 0 }.map { number in
                    _ = await elsewhere(number)
                    return number * 10
                }
            },
            { test, stream in
                await Task.detached { for number in 0...3 { stream.yield(number) } }.value
                await test.settle()
                #expect(test.state.log.sorted() == ["10", "20", "30"])
                stream.finish()
                await test.settle()
            })
    }

    @Test func `a plain stream is also tracked in an exploration, where equal seeds give equal runs`() async {
        func traces() async -> [UInt64: String] {
            let streams = LockedValue<AsyncStream<Int>.Continuation?>(nil)
            return await explore(
                Reader {
                    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
                    streams.withLock { $0 = continuation }
                    return numbers
                }, .init(), seeds: repetitions(500), keepsTraces: true
            ) { test in
                await test.settle()
                streams.withLock { $0 }?.yield(1)
                await test.when(
                    concurrently: .init("a") { $0.log(await $0.call("a")) }, .init("b") { $0.log(await $0.call("b")) })
                test.expect("all is done", test.state.log.sorted() == ["1", "a!", "b!"])
            }.traces
        }
        #expect(await traces() == traces())
    }

    @Test func `an exploration names a source of a plain stream, whose values are no steps`() async {
        let result = await explore(Reader { AsyncStream<Int> { $0.finish() } }, .init()) { test in
            await test.when(concurrently: .init("a"), .init("b"))
        }
        #expect(result.summary == "Proven: all 2 orders held. Not seen: values of source reader.")
        let scripted = await explore(
            Reader { ScriptedStream<Int>().asThrowingStream.map { $0 * 10 } }, .init()
        ) { test in
            await test.when(concurrently: .init("a"), .init("b"))
        }
        #expect(scripted.summary == "Proven: all 2 orders held.")
    }

    @Test func `an action that reads values waits until there is another one`() async {
        for _ in 0..<repetitions(1_000) {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(
                    .init("reads") { tools in
                        guard let values = tools.scene?.values(\.domainState.count) else { return }
                        for await count in values where count > 0 { await tools.hop(3, then: "\(count)") }
                    })
                #expect(test.state.log == [])
                await test.when(.init("counts") { $0.store.execute(.counted) })
                #expect(test.state.log == ["1"])
            }
        }
    }
}

/// A scripted scene with a source that reads a sequence of the test's.
private struct Reader<Elements: AsyncSequence>: SceneFixture where Elements.Element == Int {
    let doubles = ScriptedFixture()
    let open: @MainActor () -> Elements

    func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
        let store = ScriptedStore(state)
        let tools = ScriptedScene.Tools(store: store, outputs: .init(), doubles: doubles)
        let open = self.open
        let scene = SceneRuntime<ScriptedScene>(controller: ScriptedController(ScriptedInteractor(tools)), store: store)
        scene.sources { _ in
            [
                SceneSource("reader", open) { number in
                    ScriptedScene.Action("number") { await $0.hop(2, then: "\(number)") }
                }
            ]
        }
        tools.scene = scene
        return scene
    }
}

import CIS
import CISTesting
import TestSupport
import Testing

@MainActor
@Suite struct `Scripted streams` {
    @Test func `values are kept until they are read, in order up to the end`() async throws {
        let stream = ScriptedStream<Int>()
        stream.send(1)
        stream.send(2)
        stream.finish()
        stream.send(3)
        var read: [Int] = []
        for try await number in stream { read.append(number) }
        #expect(read == [1, 2])
        var again = stream.makeAsyncIterator()
        #expect(try await again.next() == nil)
    }

    @Test func `an error comes after the values, once, and ends the stream`() async throws {
        let stream = ScriptedStream<Int>()
        stream.send(1)
        stream.finish(throwing: InjectedFault())
        stream.finish()
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        await #expect(throws: InjectedFault()) { try await stream.makeAsyncIterator().first() }
        #expect(try await iterator.next() == nil)
    }

    @Test func `a waiting reader receives a sent value`() async throws {
        let stream = ScriptedStream<Int>()
        let reader = Task {
            var read: [Int] = []
            for try await number in stream { read.append(number) }
            return read
        }
        for number in 1...100 {
            await stream.reader()
            stream.send(number)
        }
        stream.finish()
        #expect(try await reader.value == Array(1...100))
    }

    @Test func `a reader that is cancelled ends`() async throws {
        let stream = ScriptedStream<Int>()
        let reader = Task {
            var iterator = stream.makeAsyncIterator()
            return try await iterator.next()
        }
        await stream.reader()
        reader.cancel()
        #expect(try await reader.value == nil)
        stream.send(1)
        var next = stream.makeAsyncIterator()
        #expect(try await next.next() == 1)
    }

    @Test func `many threads may send`() async throws {
        for _ in 0..<repetitions(100) {
            let stream = ScriptedStream<Int>()
            let reader = Task { @concurrent in
                var read: Set<Int> = []
                for try await number in stream { read.insert(number) }
                return read
            }
            await withTaskGroup { group in
                for number in 0..<100 { group.addTask { @concurrent in stream.send(number) } }
            }
            stream.finish()
            #expect(try await reader.value == Set(0..<100))
        }
    }

    @Test func `transformations of a stream in a source are tracked, too`() async {
        for _ in 0..<repetitions(300) {
            await given(MappedFeed(), .init()) { test in
                for word in ["a", "b", "c"] { test.feed.send(word) }
                await test.settle()
                #expect(test.state.log.sorted() == ["A", "B"])
            }
        }
    }
}

extension ScriptedStream.Iterator {
    fileprivate func first() async throws -> Element? {
        var iterator = self
        return try await iterator.next()
    }
}

/// A scripted scene whose source reads a stream through `map` and `filter`.
private struct MappedFeed: SceneFixture {
    let feed = ScriptedStream<String>()
    let doubles = ScriptedFixture()

    func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
        let store = ScriptedStore(state)
        let tools = ScriptedScene.Tools(store: store, outputs: .init(), doubles: doubles)
        let feed = self.feed
        let scene = SceneRuntime<ScriptedScene>(controller: ScriptedController(ScriptedInteractor(tools)), store: store)
        scene.sources { _ in
            [
                SceneSource("feed", { feed.filter { $0 != "c" }.map { $0.uppercased() } }) { word in
                    ScriptedScene.Action("word") { await $0.hop(2, then: word) }
                }
            ]
        }
        return scene
    }
}

import CIS
import TestSupport
import Testing

/// How sources end: by themselves, with an error, with their scene.
extension `Long-lived sources` {
    @Test func `a sequence that has ended is not opened again while its id stays`() async {
        let feed = ManualSequence("a", log: log)
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        feed.end()
        await feed.left.pass()
        scene.store.execute(.other)
        scene.want("a")
        await mainActorJobsBehind()
        #expect(log.all == ["opened a", "closed a"])
    }

    @Test func `a sequence that has ended is opened again when its id has left and comes back`() async {
        let feed = ManualSequence("a", log: log)
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        feed.end()
        await feed.left.pass()
        scene.want()
        scene.want("a")
        await mainActorJobsBehind()
        #expect(log.all == ["opened a", "closed a", "opened a"])
    }

    // An `AsyncStream` ends with its first reader, so its second reader would hear nothing.
    @Test func `a stream that is opened a second time is reported`() async {
        let (stream, _) = AsyncStream.makeStream(of: String.self)
        let line: UInt = #line + 3
        let scene = ListenerScene(["a"]) { state in
            state.wanted.map { id in
                SceneSource(id, { stream }, action: { .heard($0) })
            }
        }
        await mainActorJobsBehind()
        #expect(scene.reports.kinds.isEmpty)
        scene.want("b")
        await mainActorJobsBehind()
        #expect(scene.reports.all.count == 1)
        #expect(
            scene.reports.all.first.map { "\($0)" }?.contains("The source b was opened with an AsyncStream") == true)
        #expect(scene.reports.all.first?.callSite == CallSite(fileID: #fileID, line: line))
        #expect(scene.reports.all.first?.isMisuse == true)
    }

    @Test func `a stream of errors that is opened off and on, behind a type that is not known, is reported`() async {
        let (stream, _) = AsyncThrowingStream.makeStream(of: String.self)
        let scene = ListenerScene(["a"]) { state in
            state.wanted.map { id in
                SceneSource(id, { stream as any AsyncSequence<String, any Error> }, action: { .heard($0) })
            }
        }
        await mainActorJobsBehind()
        scene.want()
        scene.want("a")
        await mainActorJobsBehind()
        #expect(scene.reports.all.count == 1)
    }

    @Test func `a stream that is opened a second time behind map and filter is reported`() async {
        let (stream, _) = AsyncStream.makeStream(of: String.self)
        let scene = ListenerScene(["a"]) { state in
            state.wanted.map { id in
                SceneSource(id, { stream.filter { !$0.isEmpty }.map { $0 + "!" } }, action: { .heard($0) })
            }
        }
        await mainActorJobsBehind()
        scene.want("b")
        await mainActorJobsBehind()
        #expect(scene.reports.all.count == 1)
    }

    @Test func `a stream that is opened a second time in a sequence of the client is reported`() async {
        let feed = Feed(texts: AsyncStream.makeStream(of: String.self).stream)
        let scene = ListenerScene(["a"]) { state in
            state.wanted.map { id in
                SceneSource(id, { feed }, action: { .heard($0) })
            }
        }
        await mainActorJobsBehind()
        scene.want("b")
        await mainActorJobsBehind()
        #expect(scene.reports.all.count == 1)
    }

    @Test func `a stream that an ended scene has opened before is reported by the next scene`() async {
        let (stream, _) = AsyncStream.makeStream(of: String.self)
        let sources: ListenerScene.Sources = { state in
            state.wanted.map { id in
                SceneSource(id, { stream }, action: { .heard($0) })
            }
        }
        let first = ListenerScene(["a"], sources: sources)
        await mainActorJobsBehind()
        first.runtime?.stop()
        let second = ListenerScene(["a"], sources: sources)
        await mainActorJobsBehind()
        #expect(first.reports.all.isEmpty)
        #expect(second.reports.all.count == 1)
    }

    @Test func `streams that are new each time, and sequences that can be read again, are not reported`() async {
        let scene = ListenerScene(["a"]) { state in
            state.wanted.flatMap { id in
                [
                    SceneSource("stream \(id)", { AsyncStream<String> { _ in } }, action: { .heard($0) }),
                    SceneSource("mapped \(id)", { AsyncStream<String> { _ in }.map { $0 } }, action: { .heard($0) }),
                    SceneSource("numbers \(id)", { Repeated() }, action: { .heard($0) }),
                ]
            }
        }
        for round in 0..<20 {
            await mainActorJobsBehind()
            scene.want("\(round)")
        }
        await mainActorJobsBehind()
        #expect(scene.reports.all.isEmpty)
    }

    @Test func `a source whose id is another one each time is reported once`() async {
        let count = Shared(0)
        let line: UInt = #line + 4
        let scene = ListenerScene(["a"]) { state in
            count.value += 1
            return [
                SceneSource("\(state.wanted) \(count.value)", { AsyncStream<String> { _ in } }, action: { .heard($0) })
            ]
        }
        for _ in 0..<3 { scene.store.execute(.other) }
        #expect(scene.reports.all.count == 1)
        #expect(scene.reports.all.first.map { "\($0)" }?.contains("gets another id each time") == true)
        #expect(scene.reports.all.first?.callSite == CallSite(fileID: #fileID, line: line))
        await mainActorJobsBehind()
    }

    @Test func `an error becomes the action that was declared for it`() async {
        let feed = ManualSequence("a", log: log)
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        feed.send("one")
        feed.end(throwing: ManualSequence.Failure())
        await scene.hears(2)
        #expect(scene.ran == [.heard("one"), .failed])
    }

    @Test func `an error for which no action was declared is the end`() async {
        let feed = ManualSequence("a", log: log)
        let scene = ListenerScene(["a"]) { _ in [SceneSource("a", feed.open, action: { .heard($0) })] }
        await mainActorJobsBehind()
        feed.end(throwing: ManualSequence.Failure())
        await feed.left.pass()
        await mainActorJobsBehind()
        #expect(scene.ran.isEmpty)
        #expect(scene.reports.kinds.isEmpty)
    }

    @Test func `an error that arrives after the source was closed is no failure`() async {
        let feed = ManualSequence("a", log: log)
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        feed.end(throwing: ManualSequence.Failure())
        scene.want()
        await feed.left.pass()
        await mainActorJobsBehind()
        #expect(scene.ran.isEmpty)
    }

    @Test func `a stopped scene closes its sources at once`() async {
        let feeds = ["a": ManualSequence("a", log: log), "b": ManualSequence("b", log: log)]
        let scene = ListenerScene(["a", "b"], to: feeds)
        await mainActorJobsBehind()
        scene.runtime?.stop()
        #expect(log.all == ["opened a", "opened b", "closed a", "closed b"])
        for feed in feeds.values { await feed.left.pass() }
    }

    @Test func `an element that arrives when the scene stops becomes no action`() async {
        let feed = ManualSequence("a", log: log)
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        feed.send("late")
        scene.runtime?.stop()
        await feed.left.pass()
        await mainActorJobsBehind()
        #expect(scene.ran.isEmpty)
        #expect(scene.reports.kinds.isEmpty)
    }

    @Test func `a released scene closes its sources, which do not keep it`() async {
        let feed = ManualSequence("a", log: log)
        let scene = ListenerScene(["a"], to: ["a": feed])
        await mainActorJobsBehind()
        #expect(scene.live.live == 1)
        scene.release()
        #expect(scene.live.live == 0)
        #expect(log.all == ["opened a", "closed a"])
        await feed.left.pass()
    }

    @Test func `a scene that an element's action stops opens nothing more`() async {
        let feeds = ["a": ManualSequence("a", log: log), "b": ManualSequence("b", log: log)]
        let scene = ListenerScene(["a"], to: feeds)
        scene.controller?.onAction = { _ in
            scene.want("a", "b")
            scene.runtime?.stop()
        }
        await mainActorJobsBehind()
        feeds["a"]?.send("one")
        await feeds["a"]?.left.pass()
        await mainActorJobsBehind()
        #expect(log.all == ["opened a", "closed a"])
    }

    @Test func `a child's sources end with the child`() async {
        let feed = ManualSequence("a", log: log)
        let world = ScreenFixture()
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let scene = ListenerScene(["a"], to: ["a": feed])
        if let runtime = scene.runtime { root.screens.first?.add(runtime) }
        scene.release()
        await mainActorJobsBehind()
        #expect(log.all == ["opened a"])
        world.change { $0.sheet.dismiss() }
        #expect(log.all == ["opened a", "closed a"])
        #expect(scene.live.live == 0)
        withExtendedLifetime(root) {}
    }
}

/// A sequence that can be read any number of times, with the same bits each time.
private struct Repeated: AsyncSequence {
    struct Iterator: AsyncIteratorProtocol {
        mutating func next() async -> String? { nil }
    }

    func makeAsyncIterator() -> Iterator { Iterator() }
}

/// A sequence that reads a stream.
private struct Feed: AsyncSequence {
    let texts: AsyncStream<String>

    func makeAsyncIterator() -> AsyncStream<String>.Iterator { texts.makeAsyncIterator() }
}

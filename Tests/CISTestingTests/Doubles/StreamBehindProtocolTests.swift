import CIS
import CISTesting
import TestSupport
import Testing

/// A scripted stream in place of the sequence that a worker's plain protocol returns.
@MainActor
@Suite struct `Scripted streams behind plain protocols` {
    /// An example of such a worker. Its protocol does not depend on the test library.
    private protocol Feed: Sendable {
        func numbers() -> any AsyncSequence<Int, any Error>
        func stream() -> AsyncThrowingStream<Int, any Error>
    }

    private struct FeedDouble: Feed {
        let sent = ScriptedStream<Int>()
        func numbers() -> any AsyncSequence<Int, any Error> { sent }
        func stream() -> AsyncThrowingStream<Int, any Error> { sent.asThrowingStream }
    }

    enum Form: CaseIterable { case anySequence, throwingStream }

    private struct Listener: SceneFixture {
        let feed = FeedDouble()
        let form: Form
        var worker: any Feed { feed }

        func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
            let scene = ScriptedFixture().assemble(state)
            let worker = worker
            let form = form
            scene.sources { _ in
                let action = { @MainActor (number: Int) in
                    ScriptedScene.Action("number") { await $0.hop(3, then: "\(number)") }
                }
                let failure = { @MainActor (error: any Error) in ScriptedScene.Action("failed") { $0.log("\(error)") } }
                return switch form {
                case .anySequence: [.init("feed", { worker.numbers() }, action: action, failure: failure)]
                case .throwingStream: [.init("feed", { worker.stream() }, action: action, failure: failure)]
                }
            }
            return scene
        }
    }

    @Test(arguments: Form.allCases)
    func `a source that reads it is waited for`(form: Form) async {
        for _ in 0..<repetitions(300) {
            await given(Listener(form: form), .init()) { test in
                for number in 1...3 {
                    test.feed.sent.send(number)
                    await test.settle()
                    #expect(test.state.log.last == "\(number)")
                }
                test.feed.sent.finish(throwing: InjectedFault())
                await test.settle()
                test.then(\.log == ["1", "2", "3", "\(InjectedFault())"], sources: [])
            }
        }
    }

    @Test(arguments: Form.allCases)
    func `an action that reads it is waited for`(form: Form) async {
        for _ in 0..<repetitions(300) {
            await given(ScriptedFixture(), .init()) { test in
                let feed = FeedDouble()
                await test.when(
                    .init("reads") { tools in
                        switch form {
                        case .anySequence:
                            do { for try await number in feed.numbers() { tools.log("\(number)") } } catch {}
                        case .throwingStream:
                            do { for try await number in feed.stream() { tools.log("\(number)") } } catch {}
                        }
                        tools.log("end")
                    })
                feed.sent.send(1)
                await test.settle()
                test.then(\.log == ["1"])
                feed.sent.finish()
                await test.settle()
                test.then(\.log == ["1", "end"])
            }
        }
    }

    @Test(arguments: Form.allCases)
    func `a failure does not say that it is not tracked`(form: Form) async {
        let found = await failures {
            await given(Listener(form: form), .init()) { test in
                await test.settle()
                test.then(\.log == ["x"])
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("source feed of ScriptedScene: waiting for a value of a stream") == true)
        #expect(found.first?.message.contains("Not tracked") == false)
    }

    @Test func `any other sequence of a plain protocol is named as not tracked`() async {
        let found = await failures {
            await given(Plain(), .init()) { test in
                await test.settle()
                test.then(\.log == ["x"])
            }
        }
        #expect(found.first?.message.contains("\nNot tracked:\n  source feed of ScriptedScene reads ") == true)
    }

    private struct Plain: SceneFixture {
        func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
            let scene = ScriptedFixture().assemble(state)
            scene.sources { _ in
                let numbers: @MainActor () -> any AsyncSequence<Int, any Error> = {
                    AsyncThrowingStream { $0.yield(1) }
                }
                return [.init("feed", numbers, action: { number in ScriptedScene.Action("n") { $0.log("\(number)") } })]
            }
            return scene
        }
    }
}

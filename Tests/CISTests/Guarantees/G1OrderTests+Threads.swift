import CIS
import TestSupport
import Testing

extension `G1 order` {
    // MARK: Post

    @MainActor
    @Suite struct `posted` {
        private let sample = SampleScene()
        private let recorder = Recorder<String>()

        @Test func `a posted action is always deferred, also from the main actor`() async {
            let task = sample.runtime.post(.perform { [recorder] _ in recorder.note("started") })
            #expect(recorder.entries.isEmpty)
            await task.value
            #expect(recorder.entries == ["started"])
        }

        @Test func `actions posted by one thread start in the order of its calls`() async {
            let threads = 8
            let perThread = 500
            let starts = Recorder<(thread: Int, number: Int)>()
            let runtime = sample.runtime
            let tasks = await onThreads(threads) { thread in
                (0..<perThread).map { number in
                    runtime.post(.perform { _ in starts.note((thread, number)) })
                }
            }
            for task in tasks.joined() { await task.value }
            for thread in 0..<threads {
                let order = starts.entries.filter { $0.thread == thread }.map(\.number)
                #expect(order == Array(0..<perThread), "thread \(thread)")
            }
        }

        @Test func `actions posted by tasks of different priorities keep the order of the calls`() async {
            let runtime = sample.runtime
            let recorder = recorder
            for number in 0..<100 {
                let priority: TaskPriority = number.isMultiple(of: 2) ? .background : .high
                await Task.detached(priority: priority) {
                    _ = runtime.post(.perform { _ in recorder.note("\(number)") })
                }.value
            }
            await mainActorJobsBehind()
            #expect(recorder.entries == (0..<100).map(String.init))
        }
    }

    // MARK: Systems that cannot start in place

    @MainActor
    @Suite struct `where no action can start in place` {
        private let sample: SampleScene
        private let recorder = Recorder<String>()

        init() {
            sample = SampleScene()
            sample.runtime.deferEveryStart()
        }

        private func noting(_ name: String) -> Sample.Action {
            .perform(name) { [recorder] _ in recorder.note(name) }
        }

        @Test func `every start is deferred, in order, one job each`() async {
            for number in 1...3 {
                sample.runtime.execute(noting("action \(number)"))
                Task { [recorder] in recorder.note("job \(number)") }
            }
            #expect(recorder.entries.isEmpty)
            await mainActorJobsBehind()
            #expect(recorder.entries == ["action 1", "job 1", "action 2", "job 2", "action 3", "job 3"])
        }

        @Test func `an action cancelled right after execute never runs`() async {
            let task = sample.runtime.execute(noting("cancelled"))
            task.cancel()
            await task.value
            #expect(recorder.entries.isEmpty)
            #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        }

        @Test func `run returns when the action is done`() async {
            await sample.runtime.run(noting("ran"))
            #expect(recorder.entries == ["ran"])
        }

        @Test func `actions that execute others start in the order they were executed`() async {
            sample.perform { [self] controller in
                recorder.note("outer")
                controller.scene?.execute(noting("inner"))
                recorder.note("outer goes on")
            }
            let last = sample.runtime.execute(noting("second"))
            await last.value
            await mainActorJobsBehind()
            #expect(recorder.entries == ["outer", "outer goes on", "second", "inner"])
        }
    }
}

import CIS
import TestSupport
import Testing

extension `G1 order` {
    // MARK: Post

    @MainActor
    @Suite struct `posted` {
        private let lab = LabScene()
        private let trail = Trail<String>()

        @Test func `a posted action is always deferred, also from the main actor`() async {
            let task = lab.runtime.post(.perform { [trail] _ in trail.note("started") })
            #expect(trail.entries.isEmpty)
            await task.value
            #expect(trail.entries == ["started"])
        }

        @Test func `actions posted by one thread start in the order of its calls`() async {
            let threads = 8
            let perThread = 500
            let starts = Trail<(thread: Int, number: Int)>()
            let runtime = lab.runtime
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
            let runtime = lab.runtime
            let trail = trail
            for number in 0..<100 {
                let priority: TaskPriority = number.isMultiple(of: 2) ? .background : .high
                await Task.detached(priority: priority) {
                    _ = runtime.post(.perform { _ in trail.note("\(number)") })
                }.value
            }
            await mainActorJobsBehind()
            #expect(trail.entries == (0..<100).map(String.init))
        }
    }

    // MARK: Systems that cannot start in place

    @MainActor
    @Suite struct `where no action can start in place` {
        private let lab: LabScene
        private let trail = Trail<String>()

        init() {
            lab = LabScene()
            lab.runtime.deferEveryStart()
        }

        private func noting(_ name: String) -> Lab.Action {
            .perform(name) { [trail] _ in trail.note(name) }
        }

        @Test func `every start is deferred, in order, one job each`() async {
            for number in 1...3 {
                lab.runtime.execute(noting("action \(number)"))
                Task { [trail] in trail.note("job \(number)") }
            }
            #expect(trail.entries.isEmpty)
            await mainActorJobsBehind()
            #expect(trail.entries == ["action 1", "job 1", "action 2", "job 2", "action 3", "job 3"])
        }

        @Test func `an action cancelled right after execute never runs`() async {
            let task = lab.runtime.execute(noting("cancelled"))
            task.cancel()
            await task.value
            #expect(trail.entries.isEmpty)
            #expect(lab.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        }

        @Test func `run returns when the action is done`() async {
            await lab.runtime.run(noting("ran"))
            #expect(trail.entries == ["ran"])
        }

        @Test func `actions that execute others start in the order they were executed`() async {
            lab.perform { [self] controller in
                trail.note("outer")
                controller.scene.execute(noting("inner"))
                trail.note("outer goes on")
            }
            let last = lab.runtime.execute(noting("second"))
            await last.value
            await mainActorJobsBehind()
            #expect(trail.entries == ["outer", "outer goes on", "second", "inner"])
        }
    }
}

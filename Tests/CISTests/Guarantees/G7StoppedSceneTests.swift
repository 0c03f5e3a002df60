import CIS
import TestSupport
import Testing

/// An action or mutation for a stopped scene is dropped with exactly one diagnostic.
extension `G7 teardown` {
    @Test func `an action executed after the stop never runs and is reported once`() async {
        let sample = SampleScene()
        sample.runtime.stop()
        let ran = MainActorRecorder<String>()
        await sample.perform("late") { _ in ran.add("late") }.value
        #expect(ran.entries.isEmpty)
        #expect(sample.reports.kinds == [.actionDropped(.stopped)])
        #expect(sample.reports.all.first?.subject as? Sample.Action != nil)
    }

    @Test func `an action run after the stop returns at once and is reported once`() async {
        let sample = SampleScene()
        sample.runtime.stop()
        let ran = MainActorRecorder<String>()
        await sample.runtime.run(.perform("late") { _ in ran.add("late") })
        #expect(ran.entries.isEmpty)
        #expect(sample.reports.kinds == [.actionDropped(.stopped)])
    }

    @Test func `an action posted after the stop never runs and is reported once`() async {
        let sample = SampleScene()
        sample.runtime.stop()
        let ran = MainActorRecorder<String>()
        await sample.runtime.post(.perform("late") { _ in ran.add("late") }).value
        #expect(ran.entries.isEmpty)
        #expect(sample.reports.kinds == [.actionDropped(.stopped)])
    }

    // Many rounds, because the main actor has to begin a task at the very moment in which it is posted.
    @Test(arguments: 0..<20)
    func `actions posted from other threads after the stop never run`(round: Int) async {
        let sample = SampleScene()
        sample.runtime.stop()
        let ran = MainActorRecorder<Int>()
        let tasks = TaskBox()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [runtime = sample.runtime] in
                    for number in 0..<500 {
                        tasks.add(runtime.post(.perform { _ in ran.add(number) }))
                    }
                }
            }
        }
        await tasks.finish()
        #expect(ran.entries.isEmpty)
        #expect(sample.reports.kinds.count { $0 == .actionDropped(.stopped) } == 4_000)
    }

    // As above: some actions begin, and end, while the thread that posts them is still inside of `post`.
    @Test(arguments: 0..<20)
    func `actions posted from other threads leave nothing behind when they have ended`(round: Int) async {
        let sample = SampleScene()
        let tasks = TaskBox()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [runtime = sample.runtime] in
                    for _ in 0..<500 { tasks.add(runtime.post(.perform { _ in })) }
                }
            }
        }
        await tasks.finish()
        #expect(sample.runtime.unfinishedActionCount == 0)
        #expect(sample.runtime.actionDescriptions == [])
    }

    @Test func `a stop right after a deferred action means it never runs and is reported once`() async {
        let sample = SampleScene()
        let ran = MainActorRecorder<String>()
        let task = sample.runtime.post(.perform("early") { _ in ran.add("early") })
        sample.runtime.stop()
        await task.value
        #expect(ran.entries.isEmpty)
        #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)], "Whoever was early did nothing wrong.")
    }

    @Test func `a stop right after an action that an observer executed drops it with one report`() async throws {
        let sample = SampleScene()
        let ran = MainActorRecorder<String>()
        let tasks = MainActorRecorder<Task<Void, Never>>()
        let token = sample.runtime.observe(\.count, initially: false) { _ in
            tasks.add(sample.perform("early") { _ in ran.add("early") })
        }
        sample.store.execute(.add(1))
        sample.runtime.stop()
        await (try #require(tasks.entries.first)).value
        #expect(ran.entries.isEmpty)
        #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)], "Whoever was early did nothing wrong.")
        token.cancel()
    }

    @Test func `a stop right after an action that runs costs one report per mutation it still tries`() async {
        let sample = SampleScene()
        let gate = Gate()
        let task = sample.perform { controller in
            await gate.pass()
            controller.store.execute(.add(1))
        }
        sample.runtime.stop()
        gate.open()
        await task.value
        #expect(sample.store.state.count == 0)
        #expect(sample.reports.all.count == 1)
    }

    @Test func `an action that cancels the task that its deferred start was given mutates nothing more`() async {
        let sample = SampleScene()
        let handle = Shared<Task<Void, Never>?>(nil)
        let task = sample.runtime.post(
            .perform { controller in
                controller.store.execute(.add(1))
                handle.value?.cancel()
                controller.store.execute(.add(10))
            })
        handle.value = task
        await task.value
        #expect(sample.store.state.count == 1)
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `an action of an observer that cancels the task it was given mutates nothing more`() async {
        let sample = SampleScene()
        let handle = Shared<Task<Void, Never>?>(nil)
        let token = sample.runtime.observe(\.flag, initially: false) { [sample] _ in
            handle.value = sample.perform { controller in
                controller.store.execute(.add(1))
                handle.value?.cancel()
                controller.store.execute(.add(10))
            }
        }
        sample.store.execute(.setFlag(true))
        await handle.value?.value
        #expect(sample.store.state.count == 1)
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
        token.cancel()
    }

    @Test(arguments: [false, true])
    func `an action that stops its own scene has done nothing wrong`(afterASuspension: Bool) async {
        let sample = SampleScene()
        let gate = Gate()
        gate.open()
        await sample.perform { [runtime = sample.runtime] controller in
            if afterASuspension { await gate.pass() }
            runtime.stop()
            controller.store.execute(.add(1))
        }.value
        #expect(sample.store.state.count == 0)
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
        #expect(sample.reports.all.allSatisfy { !$0.isMisuse })
    }

    @Test func `a scene that was stopped can be stopped, read, observed and released without harm`() async {
        let scene = ReleasableSample(Sample.State(count: 7))
        scene.runtime?.stop()
        let token = scene.runtime?.observe(\.count, delivery: .oncePerTurn) { _ in }
        #expect(scene.runtime?.state.count == 7)
        #expect(scene.runtime?.observed(\.count) == 7)
        scene.runtime?.stop()
        token?.cancel()
        scene.release()
        #expect(scene.reports.kinds.isEmpty)
    }
}

extension `G7 teardown` {
    @Test func `an action for a stopped scene is no programmer error, a mutation is one`() async {
        let sample = SampleScene()
        sample.runtime.stop()
        await sample.perform("second tap") { _ in }.value
        await sample.runtime.post(.perform("from a thread") { _ in }).value
        sample.store.execute(.add(1))
        #expect(sample.reports.all.map(\.isMisuse) == [false, false, true])
    }
}

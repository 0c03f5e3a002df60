import CIS
import TestSupport
import Testing

/// The order of starts in a group in which several actions may run at a time.
@MainActor
@Suite struct `Policy order` {
    private let sample = PolicyFixture()
    private let tasks = TaskBox()
    private let latch = Latch()

    private var begins: [String] {
        sample.recorder.entries.filter { $0.hasSuffix("begins") }.map { String($0.prefix(1)) }
    }

    /// An action that waits at the latch. When it ends, it enqueues a job.
    private func waiting(_ name: String, leaving job: (@MainActor @Sendable () -> Void)? = nil) -> Sample.Action {
        .perform(name, policy: .limited(2)) { [recorder = sample.recorder, latch] _ in
            recorder.note("\(name) begins")
            await latch.pass()
            if let job { Task { job() } }
        }
    }

    /// An action that ends as soon as it has begun.
    private func brief(_ name: String) -> Sample.Action {
        .perform(name, policy: .limited(2)) { [recorder = sample.recorder] _ in recorder.note("\(name) begins") }
    }

    /// Two actions run, and two wait. The job runs after the third action has begun and ended, and before the fourth
    /// begins.
    private func fill(leaving job: @escaping @MainActor @Sendable () -> Void) async {
        tasks.add(sample.runtime.execute(waiting("a")))
        tasks.add(sample.runtime.execute(waiting("b", leaving: job)))
        tasks.add(sample.runtime.execute(brief("c")))
        tasks.add(sample.runtime.execute(brief("d")))
        await mainActorJobsBehind()
        latch.open()
        await mainActorJobsBehind()
        await tasks.finish()
    }

    @Test func `a newcomer does not overtake actions of its group that have waited and are about to begin`() async {
        let newcomer = brief("e")
        await fill { [tasks, runtime = sample.runtime] in tasks.add(runtime.execute(newcomer)) }
        #expect(begins == ["a", "b", "c", "d", "e"])
        #expect(sample.isEmpty)
    }

    @Test func `a posted newcomer does not overtake them either`() async {
        let newcomer = brief("e")
        await fill { [tasks, runtime = sample.runtime] in tasks.add(runtime.post(newcomer)) }
        #expect(begins == ["a", "b", "c", "d", "e"])
        #expect(sample.isEmpty)
    }

    @Test func `a new action that is cancelled while others are about to begin never begins and delays none`() async {
        let newcomers = ["e", "f"].map { brief($0) }
        await fill { [tasks, runtime = sample.runtime] in
            let started = newcomers.map { runtime.execute($0) }
            started[0].cancel()
            for task in started { tasks.add(task) }
        }
        #expect(begins == ["a", "b", "c", "d", "f"])
        #expect(sample.fates == ["e dropped: cancelledBeforeStart"])
        #expect(sample.isEmpty)
    }

    @Test(.requiresStartInPlace)
    func `an action that an action of the group runs in place does not wait for those about to begin`() async {
        let guest = brief("g")
        tasks.add(sample.runtime.execute(waiting("a")))
        tasks.add(
            sample.runtime.execute(
                .perform("h", policy: .limited(2)) { [recorder = sample.recorder, latch] controller in
                    recorder.note("h begins")
                    await latch.pass()
                    await controller.scene?.run(guest)
                }))
        tasks.add(sample.runtime.execute(brief("c")))
        await mainActorJobsBehind()
        latch.open()
        await tasks.finish()
        #expect(begins == ["a", "h", "g", "c"])
        #expect(sample.isEmpty)
    }
}

import CIS
import TestSupport
import Testing

/// What a posted action executes: in its own scene behind its first suspension, and in another scene at any time.
extension `G1 order` {
    // Repeated, because a start of another test would hide a mistake of the one before.
    @Test(.requiresStartInPlace)
    func `an action that a posted one executes behind its first suspension starts in place, each time`() async {
        let sample = SampleScene()
        let order = Recorder<String>()
        let times = 200
        for _ in 0..<times {
            let posted = sample.runtime.post(
                .perform("posted") { [runtime = sample.runtime] _ in
                    await mainQueueTurn()
                    runtime.execute(.perform("inner") { _ in order.note("inner") })
                    order.note("posted")
                })
            await posted.value
        }
        #expect(order.entries == Array(repeating: ["inner", "posted"], count: times).flatMap { $0 })
    }

    @Test(.requiresStartInPlace)
    func `an action that a posted one executes in another scene starts in place`() async {
        let (sample, other) = (SampleScene(), SampleScene())
        let order = Recorder<String>()
        let posted = sample.runtime.post(
            .perform("posted") { _ in
                other.runtime.execute(.perform("other") { _ in order.note("other") })
                order.note("posted")
            })
        await posted.value
        #expect(order.entries == ["other", "posted"])
    }

    // The posted action has not suspended yet, and two actions of a scene do not start inside each other.
    @Test(.requiresStartInPlace)
    func `an action that starts in place and comes back to the scene of a posted one starts behind it`() async {
        let (sample, other) = (SampleScene(), SampleScene())
        let order = Recorder<String>()
        let tasks = TaskBox()
        let posted = sample.runtime.post(
            .perform("posted") { [runtime = sample.runtime] _ in
                let away = other.runtime.execute(
                    .perform("away") { _ in
                        tasks.add(runtime.execute(.perform("back") { _ in order.note("back") }))
                        order.note("away")
                    })
                tasks.add(away)
                order.note("posted")
            })
        await posted.value
        await tasks.finish()
        #expect(order.entries == ["away", "posted", "back"])
    }
}

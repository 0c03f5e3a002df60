import CIS
import Synchronization
import TestSupport
import Testing

/// Observers and actions that call each other without end.
@MainActor
@Suite struct `Runaway loops` {
    @Test func `a loop of observers and actions is stopped, and the report names its actions in order`() async throws {
        let sample = SampleScene()
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.count, initially: false) { [store = sample.store] count in
            guard count < endless else { return }
            let name = count.isMultiple(of: 3) ? "ping" : count % 3 == 1 ? "pong" : "smash"
            tasks.add(sample.runtime.execute(.perform(name) { _ in store.execute(.add(1)) }))
        }
        sample.store.execute(.add(1))
        await tasks.finish()
        #expect(sample.store.state.count < endless)
        let report = try #require(sample.reports.all.first)
        #expect(sample.reports.all.count == 1)
        #expect(report.isMisuse)
        #expect(report.scene == sample.runtime.identity)
        #expect(report.callSite?.fileID.description.hasSuffix("RunawayTests.swift") == true)
        guard case .runawayActions(let cycle) = report.kind else { return _ = Issue.record("\(report)") }
        let rotations = [["ping", "pong", "smash"], ["pong", "smash", "ping"], ["smash", "ping", "pong"]]
        #expect(rotations.contains(cycle), "\(cycle)")
        #expect(report.description.contains(cycle.joined(separator: " → ")))
        token.cancel()
    }

    @Test func `stopping a loop drops only its last action, and none of the unrelated work`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        for number in 0..<20 { tasks.add(sample.runtime.post(.mutate(.append("posted before \(number)")))) }
        let token = sample.runtime.observe(\.count, initially: false) { [store = sample.store] count in
            guard count < endless else { return }
            tasks.add(sample.runtime.execute(.perform("loop") { _ in store.execute(.add(1)) }))
            if count.isMultiple(of: 100) { tasks.add(sample.runtime.post(.mutate(.append("posted within")))) }
            store.execute(.addToTotal(1))
        }
        sample.store.execute(.add(1))
        for number in 0..<20 { tasks.add(sample.runtime.execute(.mutate(.append("executed behind \(number)")))) }
        await tasks.finish()
        let state = sample.store.state
        #expect(state.count < endless)
        #expect(state.log.count { $0.hasPrefix("posted before") } == 20)
        #expect(state.log.count { $0.hasPrefix("executed behind") } == 20)
        #expect(state.log.count { $0 == "posted within" } == state.count / 100)
        #expect(state.domainState.total == state.count)
        #expect(sample.reports.all.count == 1)
        token.cancel()
    }

    @Test func `a loop across two scenes is stopped too, and the report names the actions of both`() async throws {
        let (left, right) = (SampleScene(), SampleScene())
        let tasks = TaskBox()
        let tokens = [
            left.runtime.observe(\.count, initially: false) { count in
                guard count < endless else { return }
                tasks.add(right.perform("to the right") { $0.store.execute(.add(1)) })
            },
            right.runtime.observe(\.count, initially: false) { count in
                guard count < endless else { return }
                tasks.add(left.perform("to the left") { $0.store.execute(.add(1)) })
            },
        ]
        left.store.execute(.add(1))
        await tasks.finish()
        #expect(left.store.state.count < endless)
        let reports = left.reports.all + right.reports.all
        #expect(reports.count == 1)
        guard case .runawayActions(let cycle) = try #require(reports.first).kind else {
            return _ = Issue.record("\(reports)")
        }
        #expect(Set(cycle) == ["to the right", "to the left"])
        for token in tokens { token.cancel() }
    }

    @Test func `a loop through side effects is stopped`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        sample.store.effects = { [weak runtime = sample.runtime] _, state in
            guard state.count < endless, let runtime else { return }
            tasks.add(runtime.execute(.perform("effect") { $0.store.execute(.add(1)) }))
        }
        sample.store.execute(.add(1))
        await tasks.finish()
        #expect(sample.store.state.count < endless)
        #expect(sample.reports.kinds == [.runawayActions(cycle: ["effect"])])
    }

    @Test func `a scene works on after a loop was stopped, and stops the next one`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.count, initially: false) { count in
            guard !count.isMultiple(of: endless) else { return }
            tasks.add(sample.perform("loop") { $0.store.execute(.add(1)) })
        }
        sample.store.execute(.add(1))
        await tasks.finish()
        await sample.perform("later") { $0.store.execute(.append("later")) }.value
        #expect(sample.store.state.log == ["later"])
        sample.store.execute(.add(1))
        await tasks.finish()
        #expect(sample.reports.all.count == 2)
        token.cancel()
    }

    @Test func `a loop that suspends at every link is a poll loop, and is not stopped`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.count, initially: false) { count in
            guard count < many else { return }
            tasks.add(
                sample.perform("poll") { controller in
                    await outsideWorld()
                    controller.store.execute(.add(1))
                })
        }
        sample.store.execute(.add(1))
        await tasks.finish()
        #expect(sample.store.state.count == many)
        #expect(sample.reports.kinds.isEmpty)
        token.cancel()
    }

    @Test func `a loop across two scenes that suspends at every link is a poll loop, too`() async {
        let (left, right) = (SampleScene(), SampleScene())
        let tasks = TaskBox()
        var tokens: [ObservationToken] = []
        for (scene, other) in [(left, right), (right, left)] {
            tokens.append(
                scene.runtime.observe(\.count, initially: false) { count in
                    guard count < many else { return }
                    tasks.add(
                        other.perform("poll") { controller in
                            await outsideWorld()
                            controller.store.execute(.add(1))
                        })
                })
        }
        left.store.execute(.add(1))
        await tasks.finish()
        #expect(left.store.state.count + right.store.state.count >= many)
        #expect(left.reports.kinds.isEmpty && right.reports.kinds.isEmpty)
        for token in tokens { token.cancel() }
    }

    @Test func `a finite cascade of observers and actions is no loop`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.count, initially: false) { count in
            guard count < 500 else { return }
            tasks.add(sample.perform("cascade") { $0.store.execute(.add(1)) })
        }
        sample.store.execute(.add(1))
        await tasks.finish()
        #expect(sample.store.state.count == 500)
        #expect(sample.reports.kinds.isEmpty)
        token.cancel()
    }

    @Test func `many actions answered by an observer are no loop`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.count, initially: false) { _ in
            tasks.add(sample.perform("answer") { $0.store.execute(.addToTotal(1)) })
        }
        for _ in 0..<many { await sample.perform("tap") { $0.store.execute(.add(1)) }.value }
        await tasks.finish()
        #expect(sample.store.state.domainState.total == many)
        #expect(sample.reports.kinds.isEmpty)
        token.cancel()
    }

    #if !DEBUG
    // Ten million mutations take too long in an unoptimised build.
    @Test func `mutations without end inside one commit are reported, and none is dropped`() {
        let sample = SampleScene()
        let limit = 10_000_100
        let token = sample.runtime.observe(\.count, initially: false) { [store = sample.store] count in
            if count < limit { store.execute(.add(1)) }
        }
        sample.store.execute(.add(1))
        #expect(sample.store.state.count == limit)
        #expect(sample.reports.all.count == 1)
        #expect(sample.reports.all.first?.isMisuse == true)
        #expect(sample.reports.all.first?.scene == sample.runtime.identity)
        token.cancel()
    }
    #endif
}

/// After this many iterations, the loop was not stopped by the library. The test ends it and fails.
let endless = 20_000

/// More than the maximum length of a chain.
let many = repetitions(3_000, atLeast: 1_500)

/// Leaves the main actor and returns to it.
@concurrent
func outsideWorld() async {
    visit()
}

/// Without an effect, the compiler would omit the hop.
@inline(never)
private func visit() {
    visits.add(1, ordering: .relaxed)
}

private let visits = Atomic<Int>(0)

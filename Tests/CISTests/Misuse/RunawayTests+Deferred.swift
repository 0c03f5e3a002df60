import CIS
import Synchronization
import TestSupport
import Testing

/// Endless calls on systems that defer every start. There, an action that is executed inside a commit begins after the
/// commit.
extension `Runaway loops` {
    @MainActor
    @Suite struct `where no action can start in place` {
        private let left = SampleScene()
        private let right = SampleScene()
        private let tasks = TaskBox()

        init() {
            left.runtime.deferEveryStart()
            right.runtime.deferEveryStart()
        }

        private var reports: [SceneDiagnostic] { left.reports.all + right.reports.all }

        private func expectOneReport(of names: Set<String>) throws {
            #expect(reports.count == 1)
            guard case .runawayActions(let cycle) = try #require(reports.first).kind else {
                return _ = Issue.record("\(reports)")
            }
            #expect(Set(cycle) == names)
        }

        @Test func `a loop within one scene is stopped`() async throws {
            let token = left.runtime.observe(\.count, initially: false) { [tasks, left] count in
                guard count < endless else { return }
                tasks.add(left.perform("again") { $0.store.execute(.add(1)) })
            }
            left.store.execute(.add(1))
            await tasks.finish()
            #expect(left.store.state.count < endless)
            try expectOneReport(of: ["again"])
            token.cancel()
        }

        @Test func `a loop across two scenes is stopped, and the report names the actions of both`() async throws {
            let tokens = [
                left.runtime.observe(\.count, initially: false) { [tasks, right] count in
                    guard count < endless else { return }
                    tasks.add(right.perform("to the right") { $0.store.execute(.add(1)) })
                },
                right.runtime.observe(\.count, initially: false) { [tasks, left] count in
                    guard count < endless else { return }
                    tasks.add(left.perform("to the left") { $0.store.execute(.add(1)) })
                },
            ]
            left.store.execute(.add(1))
            await tasks.finish()
            #expect(left.store.state.count < endless)
            try expectOneReport(of: ["to the right", "to the left"])
            for token in tokens { token.cancel() }
        }

        @Test func `a loop through the side effects of two scenes is stopped`() async throws {
            answer(left, with: right, "to the right")
            answer(right, with: left, "to the left")
            left.store.execute(.add(1))
            await tasks.finish()
            #expect(left.store.state.count < endless)
            try expectOneReport(of: ["to the right", "to the left"])
        }

        private func answer(_ one: SampleScene, with other: SampleScene, _ name: String) {
            one.store.effects = { [weak runtime = other.runtime, tasks] _, state in
                guard state.count < endless, let runtime else { return }
                tasks.add(runtime.execute(.perform(name) { $0.store.execute(.add(1)) }))
            }
        }

        @Test func `a loop that suspends at every link is a poll loop, and is not stopped`() async {
            let token = left.runtime.observe(\.count, initially: false) { [tasks, left] count in
                guard count < many else { return }
                tasks.add(
                    left.perform("poll") { controller in
                        await outsideWorld()
                        controller.store.execute(.add(1))
                    })
            }
            left.store.execute(.add(1))
            await tasks.finish()
            #expect(left.store.state.count == many)
            #expect(reports.isEmpty)
            token.cancel()
        }

        @Test func `two scenes that execute each other's actions outside of a commit are no loop`() async {
            let rounds = many
            await withCheckedContinuation { end in
                let chain = Shared<Int>(0)
                let next = Shared<Sample.Action?>(nil)
                next.value = .perform("next") { [left, right] controller in
                    chain.value += 1
                    guard chain.value < rounds, let action = next.value else {
                        next.value = nil
                        return end.resume()
                    }
                    let isLeft = controller.scene === left.runtime
                    (isLeft ? right : left).runtime.execute(action)
                }
                if let action = next.value { left.runtime.execute(action) }
            }
            #expect(reports.isEmpty)
        }
    }

    // MARK: In place, with starts pending on both sides

    @Test func `a loop of which every start finds others pending is stopped too`() async {
        let scenes = [SampleScene(), SampleScene()]
        let tasks = TaskBox()
        for (scene, other) in zip(scenes, scenes.reversed()) {
            scene.store.effects = { [weak runtime = other.runtime] _, state in
                guard state.count < endless, let runtime else { return }
                tasks.add(runtime.execute(.perform("over") { $0.store.execute(.add(1)) }))
            }
        }
        for number in 0..<8 { tasks.add(scenes[number % 2].runtime.post(.mutate(.add(1)))) }
        await tasks.finish()
        for scene in scenes { #expect(scene.store.state.count < endless) }
        #expect(scenes.flatMap { $0.reports.all }.count == 8)
    }

    // MARK: Poll loops that leave their action

    @Test func `a loop through a task that outlives its action is no runaway`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.count, initially: false) { count in
            guard count < many else { return }
            tasks.add(
                sample.perform("poll") { [store = sample.store] _ in
                    tasks.add(
                        Task {
                            await outsideWorld()
                            store.execute(.add(1))
                        })
                })
        }
        sample.store.execute(.add(1))
        await tasks.finish()
        #expect(sample.store.state.count == many)
        #expect(!sample.reports.kinds.contains { if case .runawayActions = $0 { true } else { false } })
        token.cancel()
    }
}

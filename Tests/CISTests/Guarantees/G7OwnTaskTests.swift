import CIS
import TestSupport
import Testing

/// Whether a mutation is dropped depends on the task of the action, and not on the task that executes the mutation.
extension `G7 teardown` {
    /// The ways in which an action begins. Each uses a different path through the library.
    enum Beginning: CaseIterable {
        case executed, posted, run, executedWithin, traced, withPolicy, deferred
    }

    @Test(arguments: Beginning.allCases)
    func `a mutation of a cancelled child task is applied, also if the child starts in place`(
        beginning: Beginning
    ) async {
        let sample = SampleScene()
        await begin(beginning, sample) { controller in
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                await withTaskGroup(of: Void.self) { group in
                    group.cancelAll()
                    group.addImmediateTask { @MainActor in controller.store.execute(.append("child")) }
                }
            } else {
                controller.store.execute(.append("child"))
            }
        }
        #expect(sample.store.state.log == ["child"])
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test(arguments: Beginning.allCases)
    func `mutations are dropped after an action has cancelled itself, also in a task that it starts in place`(
        beginning: Beginning
    ) async {
        let sample = SampleScene()
        await begin(beginning, sample) { controller in
            controller.store.execute(.append("before"))
            withUnsafeCurrentTask { $0?.cancel() }
            controller.store.execute(.append("itself"))
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                await Task.immediate { controller.store.execute(.append("in place")) }.value
            }
            await Task { controller.store.execute(.append("later")) }.value
        }
        #expect(sample.store.state.log == ["before"])
        #expect(Set(sample.reports.kinds) == [.mutationDropped(.cancelled)])
    }

    @Test func `a task outside of an action that cancels itself loses nothing`() async {
        let sample = SampleScene()
        await sample.perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                await Task.immediateDetached { @MainActor in controller.store.execute(.add(1)) }.value
            } else {
                await Task.detached { await controller.store.execute(.add(1)) }.value
            }
        }.value
        #expect(sample.store.state.count == 1)
        #expect(sample.reports.kinds.isEmpty)
    }

    private func begin(
        _ beginning: Beginning, _ sample: SampleScene,
        _ body: @escaping @MainActor @Sendable (SampleController) async -> Void
    ) async {
        let policy: ActionPolicy = beginning == .withPolicy ? .serial : .concurrent
        let action = Sample.Action.perform("action", policy: policy, body)
        switch beginning {
        case .executed, .withPolicy: await sample.runtime.execute(action).value
        case .posted: await sample.runtime.post(action).value
        case .run: await sample.runtime.run(action)
        case .executedWithin:
            let other = SampleScene()
            await other.perform { [runtime = sample.runtime] _ in await runtime.execute(action).value }.value
        case .traced:
            let token = sample.runtime.attach(EventLog())
            await sample.runtime.execute(action).value
            token.cancel()
        case .deferred:
            sample.runtime.deferEveryStart()
            await sample.runtime.execute(action).value
        }
    }
}

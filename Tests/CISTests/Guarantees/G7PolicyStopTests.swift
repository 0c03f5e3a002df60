import CIS
import TestSupport
import Testing

/// Edge case 45: a `policy(for:)` that ends its own scene.
extension `G7 teardown` {
    /// A controller that does something before it says what the policy of an action is.
    @MainActor
    private final class EndingController: Controller {
        let policy: ActionPolicy
        var beforePolicy: () -> Void = {}
        private(set) var handled: [String] = []

        init(_ policy: ActionPolicy) {
            self.policy = policy
        }

        func handle(_ action: Sample.Action) async {
            handled.append(action.name)
        }

        func policy(for action: Sample.Action) -> ActionPolicy {
            beforePolicy()
            return policy
        }
    }

    enum Call: CaseIterable {
        case execute, executeDeferred, executeWithin, run, post
    }

    nonisolated private static let policies: [ActionPolicy] = [
        .concurrent, .serial, .first, .latest, .concurrent.debounced(for: .seconds(9)),
    ]

    @Test(arguments: Call.allCases, policies)
    func `an action whose policy stops its scene never begins, and is dropped as cancelled`(
        call: Call, policy: ActionPolicy
    ) async {
        let reports = ReportLog()
        let controller = EndingController(policy)
        let runtime = SceneRuntime<Sample>(controller: controller, store: SampleStore(), diagnostics: reports.reporter)
        controller.beforePolicy = { [weak runtime] in runtime?.stop() }
        await make(call, .perform("action") { _ in }, on: runtime)
        #expect(controller.handled.isEmpty)
        #expect(reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        #expect(runtime.unfinishedActionCount == 0)
        #expect(runtime.scheduledActionCount == 0)
    }

    @Test(arguments: policies)
    func `an action whose policy cancels the task that runs it never begins, and is dropped as cancelled`(
        policy: ActionPolicy
    ) async {
        let reports = ReportLog()
        let controller = EndingController(policy)
        let runtime = SceneRuntime<Sample>(controller: controller, store: SampleStore(), diagnostics: reports.reporter)
        let caller = Shared<Task<Void, Never>?>(nil)
        controller.beforePolicy = { caller.value?.cancel() }
        caller.value = Task { await runtime.run(.perform("action") { _ in }) }
        await caller.value?.value
        #expect(controller.handled.isEmpty)
        #expect(reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        #expect(runtime.unfinishedActionCount == 0)
        #expect(runtime.scheduledActionCount == 0)
    }

    @Test(arguments: [Call.executeDeferred, .post], policies)
    func `an action whose policy releases its scene never begins, and is dropped as cancelled`(
        call: Call, policy: ActionPolicy
    ) async {
        let reports = ReportLog()
        let controller = EndingController(policy)
        let holder = Shared<SceneRuntime<Sample>?>(
            SceneRuntime(controller: controller, store: SampleStore(), diagnostics: reports.reporter))
        controller.beforePolicy = { holder.value = nil }
        let task: Task<Void, Never>?
        switch call {
        case .post: task = holder.value?.post(.perform("action") { _ in })
        default:
            holder.value?.deferEveryStart()
            task = holder.value?.execute(.perform("action") { _ in })
        }
        await task?.value
        #expect(holder.value == nil)
        #expect(controller.handled.isEmpty)
        #expect(reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }

    private func make(_ call: Call, _ action: Sample.Action, on runtime: SceneRuntime<Sample>) async {
        switch call {
        case .execute: await runtime.execute(action).value
        case .executeDeferred:
            runtime.deferEveryStart()
            await runtime.execute(action).value
        case .executeWithin:
            await SampleScene().perform { _ in await runtime.execute(action).value }.value
        case .run: await runtime.run(action)
        case .post: await runtime.post(action).value
        }
    }
}

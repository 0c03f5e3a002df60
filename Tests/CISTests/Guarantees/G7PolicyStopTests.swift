import CIS
import TestSupport
import Testing

/// A `policy(for:)` that ends its own scene.
extension `G7 teardown` {
    /// A controller that calls a closure before it returns the policy of an action.
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

    /// A controller whose actions are one group with the policy `.latest`. The first action waits.
    @MainActor
    private final class ReplacingController: Controller {
        let gate = Gate()
        var onCancel: () -> Void = {}
        private(set) var handled = 0

        func handle(_ action: Sample.Action) async {
            handled += 1
            guard handled == 1 else { return }
            await withTaskCancellationHandler {
                await gate.pass()
            } onCancel: {
                MainActor.assumeIsolated { onCancel() }
            }
        }

        func policy(for action: Sample.Action) -> ActionPolicy { .latest }
    }

    @Test(arguments: Call.allCases)
    func `an action never begins if the one that it replaces stops the scene`(call: Call) async {
        let controller = ReplacingController()
        let reports = ReportLog()
        let runtime = SceneRuntime<Sample>(controller: controller, store: SampleStore(), diagnostics: reports.reporter)
        let first = runtime.execute(.perform("first") { _ in })
        await controller.gate.reached()
        controller.onCancel = { [weak runtime] in runtime?.stop() }
        await make(call, .perform("second") { _ in }, on: runtime)
        controller.gate.open()
        await first.value
        #expect(controller.handled == 1)
        #expect(reports.kinds.count == 1, "the drop of the second is reported, once")
        #expect(runtime.unfinishedActionCount == 0)
        #expect(runtime.scheduledActionCount == 0)
    }

    @Test(arguments: Call.allCases)
    func `an action never begins if the one that it replaces has it replaced in turn`(call: Call) async {
        let controller = ReplacingController()
        let reports = ReportLog()
        let runtime = SceneRuntime<Sample>(controller: controller, store: SampleStore(), diagnostics: reports.reporter)
        let first = runtime.execute(.perform("first") { _ in })
        await controller.gate.reached()
        let third = Shared<Task<Void, Never>?>(nil)
        controller.onCancel = { third.value = runtime.execute(.perform("third") { _ in }) }
        await make(call, .perform("second") { _ in }, on: runtime)
        controller.gate.open()
        await first.value
        await third.value?.value
        #expect(controller.handled == 2, "the first and the third")
        #expect(reports.kinds == [.actionDropped(.replaced)], "the drop of the second is reported, once")
        #expect(runtime.unfinishedActionCount == 0)
        #expect(runtime.scheduledActionCount == 0)
    }

    @Test(arguments: [Call.run, .post])
    func `an action never begins if the one that it replaces cancels it`(call: Call) async {
        let controller = ReplacingController()
        let runtime = SceneRuntime<Sample>(
            controller: controller, store: SampleStore(), diagnostics: ReportLog().reporter)
        let first = runtime.execute(.perform("first") { _ in })
        await controller.gate.reached()
        let newcomer = Shared<Task<Void, Never>?>(nil)
        controller.onCancel = { newcomer.value?.cancel() }
        newcomer.value =
            switch call {
            case .post: runtime.post(.perform("second") { _ in })
            default: Task { await runtime.run(.perform("second") { _ in }) }
            }
        await newcomer.value?.value
        controller.gate.open()
        await first.value
        #expect(controller.handled == 1)
        #expect(runtime.unfinishedActionCount == 0)
        #expect(runtime.scheduledActionCount == 0)
    }

    private func make(_ call: Call, _ action: Sample.Action, on runtime: SceneRuntime<Sample>) async {
        switch call {
        case .execute: await runtime.execute(action).value
        case .executeDeferred:
            runtime.deferEveryStart()
            await runtime.execute(action).value
        case .executeWithin:
            let outer = SampleScene()
            await outer.perform { _ in await runtime.execute(action).value }.value
        case .run: await runtime.run(action)
        case .post: await runtime.post(action).value
        }
    }
}

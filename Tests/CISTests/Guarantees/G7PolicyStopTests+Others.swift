import CIS
import TestSupport
import Testing

/// A `policy(for:)` that cancels its action, while others of the group run.
extension `G7 teardown` {
    /// A controller whose actions are one group with the policy `.latest`. They wait at a gate.
    @MainActor
    private final class WaitingController: Controller {
        let gate = Gate()
        var beforePolicy: () -> Void = {}
        /// For each action that has run, whether it was cancelled.
        private(set) var cancelled: [Bool] = []

        func handle(_ action: Sample.Action) async {
            await gate.pass()
            cancelled.append(Task.isCancelled)
        }

        func policy(for action: Sample.Action) -> ActionPolicy {
            beforePolicy()
            return .latest
        }
    }

    @Test(arguments: [Call.run, .post])
    func `an action whose policy cancels the task that runs it leaves the others of its group alone`(
        call: Call
    ) async {
        let controller = WaitingController()
        let runtime = SceneRuntime<Sample>(
            controller: controller, store: SampleStore(), diagnostics: ReportLog().reporter)
        let first = runtime.execute(.perform("first") { _ in })
        await controller.gate.reached()
        let newcomer = Shared<Task<Void, Never>?>(nil)
        controller.beforePolicy = { newcomer.value?.cancel() }
        newcomer.value =
            switch call {
            case .post: runtime.post(.perform("newcomer") { _ in })
            default: Task { await runtime.run(.perform("newcomer") { _ in }) }
            }
        await newcomer.value?.value
        controller.gate.open()
        await first.value
        #expect(controller.cancelled == [false])
    }
}

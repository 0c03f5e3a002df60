import CIS
import TestSupport
import Testing

/// Cancelled actions that tidy up, and what cancellation leaves behind: nothing.
extension `G7 teardown` {
    @Test func `clean-up of a cancelled action opts in`() async {
        let lab = LabScene()
        let gate = Gate()
        let task = lab.perform { controller in
            controller.store.execute(.setFlag(true))
            await gate.pass()
            controller.store.execute(.append("result"))
            controller.store.execute(.setFlag(false), evenIfCancelled: true)
        }
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        #expect(!lab.store.state.flag)
        #expect(lab.store.state.log.isEmpty)
        #expect(lab.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `not opting in with a label is not opting in`() async {
        let lab = LabScene()
        await lab.perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            controller.store.execute(.add(1), evenIfCancelled: false)
        }.value
        #expect(lab.store.state.count == 0)
    }

    @Test func `a mutation based on a snapshot is dropped with its action`() async {
        let lab = LabScene()
        let applied = Notebook<Bool>()
        await lab.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    let snapshot = interactor.store.domainSnapshot
                    withUnsafeCurrentTask { $0?.cancel() }
                    applied.add(interactor.store.execute(.addToTotal(1), basedOn: snapshot.revision))
                })
        }.value
        #expect(applied.entries == [false])
        #expect(lab.store.state.domainState.total == 0)
        #expect(lab.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `a mutation that was accepted before the cancellation is applied after it`() async {
        let lab = LabScene()
        let token = lab.runtime.observe(\.count, initially: false) { [store = lab.store] _ in
            store.execute(.append("accepted"))
            withUnsafeCurrentTask { $0?.cancel() }
            store.execute(.append("too late"))
        }
        await lab.perform { $0.store.execute(.add(1)) }.value
        #expect(lab.store.state.log == ["accepted"])
        #expect(lab.reports.kinds == [.mutationDropped(.cancelled)])
        token.cancel()
    }

    @Test func `what a cancelled action left behind does not touch later actions`() async {
        let lab = LabScene()
        for _ in 0..<3 {
            await lab.perform { controller in
                withUnsafeCurrentTask { $0?.cancel() }
                controller.store.execute(.append("dropped"))
            }.value
            await lab.perform { $0.store.execute(.append("kept")) }.value
        }
        #expect(lab.store.state.log == ["kept", "kept", "kept"])
    }

    @Test func `cancelling a finished action does nothing`() async {
        let lab = LabScene()
        let task = lab.perform { $0.store.execute(.add(1)) }
        await task.value
        task.cancel()
        task.cancel()
        lab.store.execute(.add(1))
        await lab.perform { $0.store.execute(.add(1)) }.value
        #expect(lab.store.state.count == 3)
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test(arguments: 0..<5)
    func `cancelled at any suspension point of a use case, nothing is mutated from there on`(point: Int) async {
        let lab = LabScene()
        let gates = (0..<5).map { _ in Gate() }
        let task = lab.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    for (index, gate) in gates.enumerated() {
                        interactor.store.execute(.append("before \(index)"))
                        await gate.pass()
                    }
                    interactor.store.execute(.append("end"))
                })
            controller.store.execute(.append("controller"))
        }
        for gate in gates[..<point] {
            await gate.reached()
            gate.open()
        }
        await gates[point].reached()
        task.cancel()
        for gate in gates[point...] { gate.open() }
        await task.value
        #expect(lab.store.state.log == (0...point).map { "before \($0)" })
        // One per remaining mutation: those before the later gates, the end of the use case, the controller's.
        #expect(lab.reports.kinds == Array(repeating: .mutationDropped(.cancelled), count: 6 - point))
    }

    @Test func `a callback that outlives its action mutates outside of it`() async {
        let lab = LabScene()
        let gate = Gate()
        let callbacks = Notebook<Task<Void, Never>>()
        await lab.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    callbacks.add(
                        Task {
                            await gate.pass()
                            interactor.store.execute(.add(1))
                        })
                })
        }.value
        await gate.reached()
        gate.open()
        for callback in callbacks.entries { await callback.value }
        #expect(lab.store.state.count == 1)
    }
}

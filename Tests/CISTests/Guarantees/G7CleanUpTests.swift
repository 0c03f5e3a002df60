import CIS
import TestSupport
import Testing

/// Cancelled actions that clean up. Cancellation leaves nothing behind.
extension `G7 teardown` {
    @Test func `clean-up of a cancelled action opts in`() async {
        let sample = SampleScene()
        let gate = Gate()
        let task = sample.perform { controller in
            controller.store.execute(.setFlag(true))
            await gate.pass()
            controller.store.execute(.append("result"))
            controller.store.execute(.setFlag(false), evenIfCancelled: true)
        }
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        #expect(!sample.store.state.flag)
        #expect(sample.store.state.log.isEmpty)
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `not opting in with a label is not opting in`() async {
        let sample = SampleScene()
        await sample.perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            controller.store.execute(.add(1), evenIfCancelled: false)
        }.value
        #expect(sample.store.state.count == 0)
    }

    @Test func `a mutation based on a snapshot is dropped with its action`() async {
        let sample = SampleScene()
        let applied = MainActorRecorder<Bool>()
        await sample.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    let snapshot = interactor.store.domainSnapshot
                    withUnsafeCurrentTask { $0?.cancel() }
                    applied.add(interactor.store.execute(.addToTotal(1), basedOn: snapshot.revision))
                })
        }.value
        #expect(applied.entries == [false])
        #expect(sample.store.state.domainState.total == 0)
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `a mutation that was accepted before the cancellation is applied after it`() async {
        let sample = SampleScene()
        let token = sample.runtime.observe(\.count, initially: false) { [store = sample.store] _ in
            store.execute(.append("accepted"))
            withUnsafeCurrentTask { $0?.cancel() }
            store.execute(.append("too late"))
        }
        await sample.perform { $0.store.execute(.add(1)) }.value
        #expect(sample.store.state.log == ["accepted"])
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
        token.cancel()
    }

    @Test func `a cancelled action does not affect later actions`() async {
        let sample = SampleScene()
        for _ in 0..<3 {
            await sample.perform { controller in
                withUnsafeCurrentTask { $0?.cancel() }
                controller.store.execute(.append("dropped"))
            }.value
            await sample.perform { $0.store.execute(.append("kept")) }.value
        }
        #expect(sample.store.state.log == ["kept", "kept", "kept"])
    }

    @Test func `cancelling a finished action does nothing`() async {
        let sample = SampleScene()
        let task = sample.perform { $0.store.execute(.add(1)) }
        await task.value
        task.cancel()
        task.cancel()
        sample.store.execute(.add(1))
        await sample.perform { $0.store.execute(.add(1)) }.value
        #expect(sample.store.state.count == 3)
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test(arguments: 0..<5)
    func `cancelled at any suspension point of a use case, nothing is mutated from there on`(point: Int) async {
        let sample = SampleScene()
        let gates = (0..<5).map { _ in Gate() }
        let task = sample.perform { controller in
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
        #expect(sample.store.state.log == (0...point).map { "before \($0)" })
        // There is one report for each remaining mutation: those before the later gates, `end`, and `controller`.
        #expect(sample.reports.kinds == Array(repeating: .mutationDropped(.cancelled), count: 6 - point))
    }

    @Test func `a callback that outlives its action mutates outside of it`() async {
        let sample = SampleScene()
        let gate = Gate()
        let callbacks = MainActorRecorder<Task<Void, Never>>()
        await sample.perform { controller in
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
        #expect(sample.store.state.count == 1)
    }

    // MARK: Clean-up of a scene that has gone

    @Test func `clean-up after the stop of its scene is dropped, and no programmer error`() async {
        let sample = SampleScene()
        let log = EventLog()
        let token = sample.runtime.attach(log)
        let gate = Gate()
        let task = sample.perform { controller in
            await gate.pass()
            controller.store.execute(.setFlag(true), evenIfCancelled: true)
        }
        await gate.reached()
        sample.runtime.stop()
        gate.open()
        await task.value
        #expect(!sample.store.state.flag)
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
        #expect(!sample.reports.all.contains { $0.isMisuse })
        #expect(log.events.contains { $0.kind.label == "dropped mutation (cancelled)" })
        token.cancel()
    }

    @Test func `clean-up of a child that its parent has removed is no programmer error`() async {
        let (parent, child) = (SampleScene(), SampleScene())
        parent.runtime.add(child.runtime)
        let gate = Gate()
        let task = child.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    await gate.pass()
                    interactor.store.execute(.setFlag(true), evenIfCancelled: true)
                })
        }
        await gate.reached()
        parent.runtime.remove(child.runtime)
        gate.open()
        await task.value
        #expect(child.reports.kinds == [.mutationDropped(.cancelled)])
        #expect(!child.reports.all.contains { $0.isMisuse })
    }

    @Test func `clean-up outside of every action is not a programmer error in a stopped scene either`() {
        let sample = SampleScene()
        sample.runtime.stop()
        sample.store.execute(.setFlag(true), evenIfCancelled: true)
        #expect(!sample.reports.all.contains { $0.isMisuse })
        sample.store.execute(.setFlag(true))
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled), .mutationDropped(.stopped)])
    }

    @Test func `clean-up that waits in the queue when its scene is stopped is no programmer error`() {
        let sample = SampleScene()
        let runtime = sample.runtime
        let token = runtime.observe(\.count, initially: false) { _ in
            sample.store.execute(.setFlag(true), evenIfCancelled: true)
            runtime.stop()
        }
        sample.store.execute(.add(1))
        #expect(!sample.store.state.flag)
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
        withExtendedLifetime(token) {}
    }
}

import CIS
import TestSupport
import Testing

/// The events of all scenes form one tree through their causes.
@MainActor
@Suite struct `Causes of events` {
    @Test func `what comes from outside has no cause`() async {
        let (sample, log, token) = traced()
        sample.store.execute(.add(1))
        await sample.perform("tap") { _ in }.value
        await sample.runtime.post(.perform("tick") { _ in }).value
        let roots = log.events.filter { $0.cause == nil }.map(\.kind.label)
        #expect(roots == ["mutation", "action", "action"])
        token.cancel()
    }

    @Test func `a mutation is caused by its use case, or by its action where there is none`() async {
        let (sample, log, token) = traced()
        await sample.perform("tap") { controller in
            controller.store.execute(.add(1))
            await controller.interactor.execute(.perform("load") { $0.store.execute(.add(2)) })
            controller.store.execute(.add(3))
        }.value
        #expect(
            log.outlineOfWork == [
                "action tap", "  mutation add(1)", "  useCase load", "    mutation add(2)", "  mutation add(3)",
            ])
        token.cancel()
    }

    @Test func `causes survive suspension, and do not mix between actions that interleave`() async {
        let (sample, log, token) = traced()
        let gates = ["one": Gate(), "two": Gate()]
        let tasks = gates.map { name, gate in
            sample.perform("action \(name)") { controller in
                await controller.interactor.execute(
                    .perform("case \(name)") { interactor in
                        await gate.pass()
                        interactor.store.execute(.append(name))
                    })
            }
        }
        for gate in gates.values { await gate.reached() }
        for gate in gates.values { gate.open() }
        for task in tasks { await task.value }
        for mutation in log.events where mutation.kind.label == "mutation" {
            let useCase = log.events.first { $0.id == mutation.cause }
            let action = log.events.first { $0.id == useCase?.cause }
            let name = mutation.kind.subject.contains("one") ? "one" : "two"
            #expect(useCase?.kind.subject == "case \(name)")
            #expect(action?.kind.subject == "action \(name)")
        }
        token.cancel()
    }

    @Test func `an observer's mutation is caused by the commit, an effect's by the side effects`() {
        let (sample, log, token) = traced()
        let observation = sample.runtime.observe(\.flag, initially: false) { [store = sample.store] _ in
            store.execute(.append("from the observer"))
        }
        sample.store.effects = { [weak store = sample.store] mutation, _ in
            if mutation == .setFlag(true) { store?.execute(.append("from the effect")) }
        }
        sample.store.execute(.setFlag(true))
        let causes = log.events.filter { $0.kind.label == "mutation" }.map { mutation in
            log.events.first { $0.id == mutation.cause }?.kind.label
        }
        #expect(causes == [nil, "commit", "sideEffects"])
        token.cancel()
        observation.cancel()
    }

    @Test func `actions that an action executes, runs or an observer executes are caused by it`() async {
        let (sample, log, token) = traced()
        let tasks = TaskBox()
        let observation = sample.runtime.observe(\.flag, initially: false) { _ in
            tasks.add(sample.perform("observed") { _ in })
        }
        await sample.perform("tap") { controller in
            if let task = controller.scene?.execute(.perform("executed") { _ in }) { tasks.add(task) }
            await controller.scene?.run(.perform("run") { _ in })
            controller.store.execute(.setFlag(true))
        }.value
        await tasks.finish()
        #expect(log.cause(ofAction: "executed")?.kind.subject == "tap")
        #expect(log.cause(ofAction: "run")?.kind.subject == "tap")
        #expect(log.cause(ofAction: "observed")?.kind.label == "commit")
        token.cancel()
        observation.cancel()
    }

    @Test func `a child's output is caused by its work, and causes what the parent does about it`() async {
        let (parent, child) = (SampleScene(), SampleScene())
        let log = EventLog()
        let tokens = [parent.runtime.attach(log), child.runtime.attach(log)]
        let tasks = TaskBox()
        child.outputs.connect(to: parent.runtime) { parent, _ in
            tasks.add(parent.execute(.mutate(.append("heard"))))
        }
        child.store.effects = { [outputs = child.outputs] _, _ in outputs.send(.told("done")) }
        await child.perform("submit") { controller in
            await controller.interactor.execute(.perform("send") { $0.store.execute(.add(1)) })
        }.value
        await tasks.finish()
        #expect(
            log.outlineOfWork == [
                "action submit", "  useCase send", "    mutation add(1)", "        output told(\"done\")",
                "          action mutate(append(\"heard\"))", "            mutation append(\"heard\")",
            ])
        for token in tokens { token.cancel() }
        child.outputs.disconnect()
    }

    @Test func `an action of an untraced scene breaks no chain of another`() async {
        let (sample, log, token) = traced()
        let untraced = SampleScene()
        await untraced.perform("outside") { _ in
            sample.store.execute(.add(1))
            await sample.runtime.run(.perform("inner") { $0.store.execute(.add(2)) })
        }.value
        #expect(log.outlineOfWork == ["mutation add(1)", "action inner", "  mutation add(2)"])
        token.cancel()
    }

    // MARK: Drops

    @Test func `drops are events with value, reason and cause`() async {
        let (sample, log, token) = traced()
        let snapshot = sample.store.domainSnapshot
        await sample.perform("tap") { controller in
            sample.store.execute(.addToTotal(1))
            sample.store.execute(.addToTotal(2), basedOn: snapshot.revision)
            withUnsafeCurrentTask { $0?.cancel() }
            controller.store.execute(.add(3))
            await controller.scene?.run(.perform("late") { _ in })
        }.value
        #expect(
            log.outlineOfWork == [
                "action tap", "  mutation addToTotal(1)", "  dropped mutation (stale) addToTotal(2)",
                "  dropped mutation (cancelled) add(3)", "  dropped action (cancelledBeforeStart) late",
            ])
        token.cancel()
    }

    @Test func `an action dropped before its start has a cause`() async {
        let (sample, log, token) = traced()
        let tasks = TaskBox()
        let observation = sample.runtime.observe(\.flag, initially: false) { _ in
            let task = sample.perform("never") { _ in }
            task.cancel()
            tasks.add(task)
        }
        sample.store.execute(.setFlag(true))
        await tasks.finish()
        let drop = log.events.first { $0.kind.label.hasPrefix("dropped") }
        #expect(drop?.kind.label == "dropped action (cancelledBeforeStart)")
        #expect(log.events.first { $0.id == drop?.cause }?.kind.label == "commit")
        token.cancel()
        observation.cancel()
    }

    @Test func `a source that a traced use case opens does not keep its action alive`() async {
        let (sample, live, log) = (SampleScene(), LiveCount(), ManualSequence.Log())
        let feed = ManualSequence("feed", log: log)
        let token = sample.runtime.attach(SilentObserver())
        sample.runtime.sources { state in
            state.flag ? [SceneSource("feed", feed.open, action: { .mutate(.append($0)) })] : []
        }
        await sample.perform("open") { [payload = LifetimeProbe(live)] controller in
            await controller.interactor.execute(
                .perform { interactor in
                    interactor.store.execute(.setFlag(true))
                    _ = payload
                })
        }.value
        await mainActorJobsBehind()
        #expect(log.all == ["opened feed"])
        #expect(live.live == 0)
        sample.runtime.stop()
        await feed.left.pass()
        token.cancel()
    }

    @Test func `drops of a stopped scene are events, too`() async {
        let (sample, log, token) = traced()
        sample.runtime.stop()
        await sample.perform("late") { _ in }.value
        sample.store.execute(.add(1))
        #expect(log.outline == ["stopped", "dropped action (stopped) late", "dropped mutation (stopped) add(1)"])
        token.cancel()
    }

    private func traced() -> (SampleScene, EventLog, ObservationToken) {
        let sample = SampleScene()
        let log = EventLog()
        return (sample, log, sample.runtime.attach(log))
    }
}

extension EventLog {
    /// The outline without commits and side effects, which every mutation has.
    fileprivate var outlineOfWork: [String] {
        outline.filter { !$0.contains("commit") && !$0.contains("sideEffects") }
    }

    fileprivate func cause(ofAction name: String) -> SceneEvent? {
        let action = events.first { $0.kind.label == "action" && $0.kind.subject == name }
        return events.first { $0.id == action?.cause }
    }
}

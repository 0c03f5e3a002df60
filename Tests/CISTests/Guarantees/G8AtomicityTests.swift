import CIS
import Dispatch
import TestSupport
import Testing

/// Atomicity between two suspension points, and mutations that are refused because they are based on an old state.
@MainActor
@Suite struct `G8 atomicity` {
    // MARK: Between two suspension points

    @Test func `between two suspension points of an action no other code of its scene runs`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        let gate = Gate()
        let seen = MainActorRecorder<[String]>()
        let task = sample.perform { controller in
            await gate.pass()
            for number in 0..<50 {
                tasks.add(sample.runtime.post(.mutate(.append("posted"))))
                controller.store.execute(.append("own \(number)"))
            }
            seen.add(sample.store.state.log)
            await gate.pass()
        }
        await gate.reached()
        gate.open()
        await task.value
        await tasks.finish()
        let own = (0..<50).map { "own \($0)" }
        #expect(seen.entries == [own])
        #expect(sample.store.state.log == own + Array(repeating: "posted", count: 50))
    }

    @Test func `actions that other threads post wait until the running action suspends`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        let seen = MainActorRecorder<[String]>()
        await sample.perform { [runtime = sample.runtime] controller in
            controller.store.execute(.append("begin"))
            // This call returns when four threads have posted. The action has not suspended meanwhile.
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<100 { tasks.add(runtime.post(.mutate(.append("posted")))) }
            }
            controller.store.execute(.append("end"))
            seen.add(sample.store.state.log)
        }.value
        await tasks.finish()
        #expect(seen.entries == [["begin", "end"]])
        #expect(sample.store.state.log.count == 402)
    }

    @Test func `a decision and its mutation without an await between them hold for 100 concurrent use cases`() async {
        let sample = SampleScene()
        let gate = Gate()
        let tasks = (0..<100).map { _ in
            sample.perform { controller in
                await controller.interactor.execute(
                    .perform { interactor in
                        await gate.pass()
                        guard interactor.store.domainState.total < 5 else { return }
                        interactor.store.execute(.addToTotal(1))
                    })
            }
        }
        await gate.reached()
        gate.open()
        for task in tasks { await task.value }
        #expect(sample.store.state.domainState.total == 5)
    }

    // MARK: Across a suspension

    @Test func `a mutation based on a snapshot is applied while the domain state has not moved`() {
        let sample = SampleScene()
        let snapshot = sample.store.domainSnapshot
        #expect(snapshot.value == Sample.State.DomainState(total: 0))
        sample.store.execute(.append("a view field"))
        #expect(sample.store.execute(.addToTotal(snapshot.value.total + 1), basedOn: snapshot.revision))
        #expect(sample.store.state.domainState.total == 1)
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `of two use cases that computed from one snapshot, the second is refused`() async {
        let sample = SampleScene()
        let gate = Gate()
        let applied = MainActorRecorder<Bool>()
        let useCase = Sample.UseCase.perform { interactor in
            let snapshot = interactor.store.domainSnapshot
            await gate.pass()
            let mutation = Sample.Mutation.addToTotal(snapshot.value.total + 1)
            applied.add(interactor.store.execute(mutation, basedOn: snapshot.revision))
        }
        let tasks = (0..<2).map { _ in sample.perform { await $0.interactor.execute(useCase) } }
        await gate.reached()
        gate.open()
        for task in tasks { await task.value }
        #expect(applied.entries == [true, false])
        #expect(sample.store.state.domainState.total == 1)
        #expect(sample.reports.kinds == [.mutationDropped(.stale)])
        #expect(sample.reports.all.allSatisfy { !$0.isMisuse }, "To be refused is the caller's plan, not an error.")
    }

    @Test func `a domain state that changed and changed back counts as changed`() {
        let sample = SampleScene()
        let snapshot = sample.store.domainSnapshot
        sample.store.execute(.addToTotal(1))
        sample.store.execute(.addToTotal(-1))
        #expect(sample.store.domainSnapshot.value == snapshot.value)
        #expect(sample.store.domainSnapshot.revision > snapshot.revision)
        #expect(!sample.store.execute(.addToTotal(1), basedOn: snapshot.revision))
        #expect(sample.store.state.domainState.total == 0)
    }

    @Test func `a mutation that was refused succeeds with a new snapshot`() {
        let sample = SampleScene()
        var snapshot = sample.store.domainSnapshot
        sample.store.execute(.addToTotal(10))
        var attempts = 1
        while !sample.store.execute(.addToTotal(snapshot.value.total), basedOn: snapshot.revision), attempts < 5 {
            snapshot = sample.store.domainSnapshot
            attempts += 1
        }
        #expect(attempts == 2)
        #expect(sample.store.state.domainState.total == 20)
    }

    @Test func `snapshots between two domain changes have one revision, later ones a greater`() {
        let sample = SampleScene()
        let first = sample.store.domainSnapshot
        let second = sample.store.domainSnapshot
        #expect(first == second)
        sample.store.execute(.addToTotal(1))
        let third = sample.store.domainSnapshot
        #expect(third.revision > second.revision)
        #expect(!sample.store.execute(.addToTotal(1), basedOn: second.revision))
        #expect(sample.store.execute(.addToTotal(1), basedOn: third.revision))
    }

    @Test func `a revision that was never returned is refused`() {
        let sample = SampleScene()
        sample.store.execute(.addToTotal(1))
        #expect(!sample.store.execute(.addToTotal(1), basedOn: Revision(1_000)))
        #expect(sample.store.state.domainState.total == 1)
    }

    @Test func `behind a queued mutation a snapshot is stale, because the queued one comes first`() {
        let sample = SampleScene()
        let snapshot = sample.store.domainSnapshot
        let applied = MainActorRecorder<Bool>()
        let token = sample.runtime.observe(\.flag, initially: false) { [store = sample.store] _ in
            store.execute(.addToTotal(1))
            applied.add(store.execute(.addToTotal(100), basedOn: snapshot.revision))
        }
        sample.store.execute(.setFlag(true))
        #expect(applied.entries == [false])
        #expect(sample.store.state.domainState.total == 1)
        token.cancel()
    }

    @Test func `a domain state without equality is compared too`() {
        let store = PlainStore()
        let runtime = SceneRuntime<Plain>(
            controller: IdleController<Never>(), store: store, diagnostics: .ignore)
        let snapshot = store.domainSnapshot
        store.execute(.show)
        #expect(store.execute(.add(1), basedOn: snapshot.revision))
        #expect(!store.execute(.add(2), basedOn: snapshot.revision))
        #expect(runtime.state.domainState.items == [1])
    }
}

private enum Plain: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    enum Mutation: Sendable {
        case add(Int)
        case show
    }

    struct State: SceneState {
        var isShown = false
        var domainState = DomainState()

        struct DomainState: Sendable {
            var items: [Int] = []
        }
    }
}

@MainActor
private final class PlainStore: Store {
    let publisher = StatePublisher(Plain.State())

    nonisolated static func mutate(_ state: inout Plain.State, by mutation: Plain.Mutation) {
        switch mutation {
        case .add(let item): state.domainState.items.append(item)
        case .show: state.isShown = true
        }
    }
}

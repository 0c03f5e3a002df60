import CIS
import Dispatch
import TestSupport
import Testing

/// What holds between two suspension points, and how a decision made on old facts is refused.
@MainActor
@Suite struct `G8 atomicity` {
    // MARK: One stretch

    @Test func `between two suspension points nothing of the scene runs but what the stretch calls`() async {
        let lab = LabScene()
        let tasks = TaskBox()
        let gate = Gate()
        let seen = Notebook<[String]>()
        let task = lab.perform { controller in
            await gate.pass()
            for number in 0..<50 {
                tasks.add(lab.runtime.post(.mutate(.append("posted"))))
                controller.store.execute(.append("stretch \(number)"))
            }
            seen.add(lab.store.state.log)
            await gate.pass()
        }
        await gate.reached()
        gate.open()
        await task.value
        await tasks.finish()
        let stretch = (0..<50).map { "stretch \($0)" }
        #expect(seen.entries == [stretch])
        #expect(lab.store.state.log == stretch + Array(repeating: "posted", count: 50))
    }

    @Test func `actions that other threads post wait for the end of the stretch`() async {
        let lab = LabScene()
        let tasks = TaskBox()
        let seen = Notebook<[String]>()
        await lab.perform { [runtime = lab.runtime] controller in
            controller.store.execute(.append("begin"))
            // Returns when four threads have posted, in the middle of this stretch.
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<100 { tasks.add(runtime.post(.mutate(.append("posted")))) }
            }
            controller.store.execute(.append("end"))
            seen.add(lab.store.state.log)
        }.value
        await tasks.finish()
        #expect(seen.entries == [["begin", "end"]])
        #expect(lab.store.state.log.count == 402)
    }

    @Test func `a decision and its mutation in one stretch hold for all of 100 concurrent use cases`() async {
        let lab = LabScene()
        let gate = Gate()
        let tasks = (0..<100).map { _ in
            lab.perform { controller in
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
        #expect(lab.store.state.domainState.total == 5)
    }

    // MARK: Across a suspension

    @Test func `a mutation based on a snapshot is applied while the domain state has not moved`() {
        let lab = LabScene()
        let snapshot = lab.store.domainSnapshot
        #expect(snapshot.value == Lab.State.DomainState(total: 0))
        lab.store.execute(.append("a view field"))
        #expect(lab.store.execute(.addToTotal(snapshot.value.total + 1), basedOn: snapshot.revision))
        #expect(lab.store.state.domainState.total == 1)
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `of two use cases that computed from one snapshot, the second is refused`() async {
        let lab = LabScene()
        let gate = Gate()
        let applied = Notebook<Bool>()
        let useCase = Lab.UseCase.perform { interactor in
            let snapshot = interactor.store.domainSnapshot
            await gate.pass()
            let mutation = Lab.Mutation.addToTotal(snapshot.value.total + 1)
            applied.add(interactor.store.execute(mutation, basedOn: snapshot.revision))
        }
        let tasks = (0..<2).map { _ in lab.perform { await $0.interactor.execute(useCase) } }
        await gate.reached()
        gate.open()
        for task in tasks { await task.value }
        #expect(applied.entries == [true, false])
        #expect(lab.store.state.domainState.total == 1)
        #expect(lab.reports.kinds == [.mutationDropped(.stale)])
        #expect(lab.reports.all.allSatisfy { !$0.isMisuse }, "To be refused is the caller's plan, not an error.")
    }

    @Test func `a domain state that moved on and came back has moved on`() {
        let lab = LabScene()
        let snapshot = lab.store.domainSnapshot
        lab.store.execute(.addToTotal(1))
        lab.store.execute(.addToTotal(-1))
        #expect(lab.store.domainSnapshot.value == snapshot.value)
        #expect(lab.store.domainSnapshot.revision > snapshot.revision)
        #expect(!lab.store.execute(.addToTotal(1), basedOn: snapshot.revision))
        #expect(lab.store.state.domainState.total == 0)
    }

    @Test func `who is refused takes a new snapshot and succeeds`() {
        let lab = LabScene()
        var snapshot = lab.store.domainSnapshot
        lab.store.execute(.addToTotal(10))
        var attempts = 1
        while !lab.store.execute(.addToTotal(snapshot.value.total), basedOn: snapshot.revision), attempts < 5 {
            snapshot = lab.store.domainSnapshot
            attempts += 1
        }
        #expect(attempts == 2)
        #expect(lab.store.state.domainState.total == 20)
    }

    @Test func `snapshots between two domain changes have one revision, later ones a greater`() {
        let lab = LabScene()
        let first = lab.store.domainSnapshot
        let second = lab.store.domainSnapshot
        #expect(first == second)
        lab.store.execute(.addToTotal(1))
        let third = lab.store.domainSnapshot
        #expect(third.revision > second.revision)
        #expect(!lab.store.execute(.addToTotal(1), basedOn: second.revision))
        #expect(lab.store.execute(.addToTotal(1), basedOn: third.revision))
    }

    @Test func `a revision that was never handed out is refused`() {
        let lab = LabScene()
        lab.store.execute(.addToTotal(1))
        #expect(!lab.store.execute(.addToTotal(1), basedOn: Revision(1_000)))
        #expect(lab.store.state.domainState.total == 1)
    }

    @Test func `behind a queued mutation a snapshot is stale, because the queued one comes first`() {
        let lab = LabScene()
        let snapshot = lab.store.domainSnapshot
        let applied = Notebook<Bool>()
        let token = lab.runtime.observe(\.flag, initially: false) { [store = lab.store] _ in
            store.execute(.addToTotal(1))
            applied.add(store.execute(.addToTotal(100), basedOn: snapshot.revision))
        }
        lab.store.execute(.setFlag(true))
        #expect(applied.entries == [false])
        #expect(lab.store.state.domainState.total == 1)
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

import CIS
import TestSupport
import Testing

/// H2 of the article MigratingFromCleanSwift: the interactor keeps the domain state, awaits a worker, and writes back what
/// it kept plus one.
@MainActor
@Suite struct `H2 stale snapshot` {
    private let sample = SampleScene()
    private let attachments = 100

    /// Executes the use case in a hundred actions at once, and opens the gate when all have arrived there.
    private func attach(_ useCase: Sample.UseCase, at gate: Gate) async {
        let tasks = (0..<attachments).map { _ in
            sample.perform { await $0.interactor.execute(useCase) }
        }
        #expect(sample.runtime.unfinishedActionCount == attachments)
        gate.open()
        for task in tasks { await task.value }
    }

    @Test func `of a hundred concurrent attaches that mutate by delta none is lost`() async {
        let gate = Gate()
        let useCase = Sample.UseCase.perform { interactor in
            await gate.pass()
            interactor.store.execute(.addToTotal(1))
        }
        await attach(useCase, at: gate)
        #expect(sample.runtime.state.domainState.total == attachments)
    }

    @Test func `of a hundred concurrent attaches that decide again after the worker none exceeds the limit`() async {
        let gate = Gate()
        let useCase = Sample.UseCase.perform { interactor in
            guard interactor.store.domainState.total < 5 else { return }
            await gate.pass()
            if interactor.store.domainState.total < 5 { interactor.store.execute(.addToTotal(1)) }
        }
        await attach(useCase, at: gate)
        #expect(sample.runtime.state.domainState.total == 5)
    }

    @Test func `of a hundred concurrent attaches based on snapshots the stale are refused, and none is lost`() async {
        let gate = Gate()
        let refusals = Shared(0)
        let useCase = Sample.UseCase.perform { interactor in
            // Like the published code: the old value, plus one.
            @MainActor func attach(to kept: Int, basedOn revision: Revision) -> Bool {
                let missing = kept + 1 - interactor.store.domainState.total
                return interactor.store.execute(.addToTotal(missing), basedOn: revision)
            }
            let snapshot = interactor.store.domainSnapshot
            await gate.pass()
            if attach(to: snapshot.value.total, basedOn: snapshot.revision) { return }
            refusals.value += 1
            let fresh = interactor.store.domainSnapshot
            #expect(attach(to: fresh.value.total, basedOn: fresh.revision))
        }
        await attach(useCase, at: gate)
        #expect(sample.runtime.state.domainState.total == attachments)
        #expect(refusals.value == attachments - 1)
        #expect(sample.reports.kinds == Array(repeating: .mutationDropped(.stale), count: attachments - 1))
    }
}

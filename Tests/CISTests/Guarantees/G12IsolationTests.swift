import CIS
import Synchronization
import Testing

/// What a client may rely on in Swift 6 mode. Most of it is proved by compiling; clients in other modes are built by CI.
@Suite struct `G12 isolation` {
    /// What crosses threads is Sendable, and so are the parts behind their protocols. Nothing to run: it compiles.
    private func checkedByTheCompiler() {
        func expectSendable<each Value: Sendable>(_: repeat (each Value).Type) {}
        expectSendable(
            SceneRuntime<Lab>.self, WeakScene<Lab>.self, SceneOwner<Lab>.self, OutputPort<Lab.Output>.self,
            StatePublisher<Lab.State>.self, ObservationToken.self, StateValues<Int>.self, Pulse<String>.self,
            DomainSnapshot<Lab.State.DomainState>.self, Revision.self, Delivery.self, ActionPolicy.self, CallSite.self,
            SceneDiagnostic.self, DiagnosticReporter.self, SceneEvent.self, SceneIdentity.self)
        expectSendable(
            (any Controller<Lab.Action>).self, (any Interactor<Lab.UseCase>).self,
            (any MutationReceiver<Lab.Mutation>).self,
            (any DomainStore<Lab.State.DomainState, Lab.Mutation>).self,
            (any Store<Lab.State, Lab.Mutation>).self, (any SceneObserver).self)
    }

    @Test func `post needs no await and no actor`() async {
        let lab = await LabScene()
        await postSynchronously(to: lab.runtime).value
        await Task.detached { [runtime = lab.runtime] in await postSynchronously(to: runtime).value }.value
        #expect(await lab.store.state.count == 2)
    }

    @Test @MainActor func `a token can be released on any thread`() async {
        let lab = LabScene()
        let calls = Notebook<Int>()
        let held = Mutex(Optional(lab.runtime.observe(\.count, initially: false) { calls.add($0) }))
        lab.store.execute(.add(1))
        await Task.detached { held.withLock { $0 = nil } }.value
        lab.store.execute(.add(1))
        #expect(calls.entries == [1])
    }

    @Test @MainActor func `what a scene calls runs on the main actor, wherever the action came from`() async {
        let lab = LabScene()
        let calls = Notebook<String>()
        lab.store.effects = { _, _ in
            MainActor.assertIsolated()
            calls.add("effect")
        }
        let token = lab.runtime.observe(\.count, initially: false) { _ in
            MainActor.assertIsolated()
            calls.add("observer")
        }
        await Task.detached { [runtime = lab.runtime] in await postSynchronously(to: runtime).value }.value
        #expect(calls.entries == ["observer", "effect"])
        token.cancel()
    }

    @Test @MainActor func `deciding is synchronous on the main actor`() {
        // None of these needs an await, and each has happened when it returns.
        let lab = LabScene()
        lab.store.execute(.add(1))
        #expect(lab.runtime.state.count == 1)
        lab.runtime.execute(.mutate(.add(10)))
        #expect(lab.runtime.observed(\.count) == 11)
        lab.store.execute(.addToTotal(5))
        #expect(lab.store.domainState.total == 5)
        lab.runtime.stop()
        lab.store.execute(.add(100))
        #expect(lab.store.state.count == 11)
    }

    @Test @MainActor func `values can be iterated away from the main actor`() async {
        let lab = LabScene(Lab.State(count: 5))
        let first = await Task.detached { [values = lab.runtime.values(\.count)] in
            await values.first { _ in true }
        }.value
        #expect(first == 5)
    }
}

private func postSynchronously(to runtime: SceneRuntime<Lab>) -> Task<Void, Never> {
    runtime.post(.mutate(.add(1)))
}

import CIS
import Synchronization
import Testing

/// The isolation that a client may rely on in Swift 6 mode. Most of these tests only have to compile. CI builds clients
/// in other modes.
@Suite struct `G12 isolation` {
    /// Values that cross threads are Sendable, and so are the parts behind their protocols. It is enough that this
    /// compiles.
    private func checkedByTheCompiler() {
        func expectSendable<each Value: Sendable>(_: repeat (each Value).Type) {}
        expectSendable(
            SceneRuntime<Sample>.self, SceneOwner<Sample>.self, OutputPort<Sample.Output>.self,
            StatePublisher<Sample.State>.self, ObservationToken.self, StateValues<Int>.self, Pulse<String>.self,
            DomainSnapshot<Sample.State.DomainState>.self, Revision.self, Delivery.self, ActionPolicy.self,
            CallSite.self,
            SceneDiagnostic.self, DiagnosticReporter.self, SceneEvent.self, SceneIdentity.self)
        expectSendable(
            (any Controller<Sample.Action>).self, (any Interactor<Sample.UseCase>).self,
            (any MutationReceiver<Sample.Mutation>).self,
            (any DomainStore<Sample.State.DomainState, Sample.Mutation>).self,
            (any Store<Sample.State, Sample.Mutation>).self, (any SceneObserver).self)
    }

    @Test func `post needs no await and no actor`() async {
        let sample = await SampleScene()
        await postSynchronously(to: sample.runtime).value
        await Task.detached { [runtime = sample.runtime] in await postSynchronously(to: runtime).value }.value
        #expect(await sample.store.state.count == 2)
    }

    @Test @MainActor func `a token can be released on any thread`() async {
        let sample = SampleScene()
        let calls = MainActorRecorder<Int>()
        let held = Mutex(Optional(sample.runtime.observe(\.count, initially: false) { calls.add($0) }))
        sample.store.execute(.add(1))
        await Task.detached { held.withLock { $0 = nil } }.value
        sample.store.execute(.add(1))
        #expect(calls.entries == [1])
    }

    @Test @MainActor func `a scene calls its parts on the main actor, wherever the action came from`() async {
        let sample = SampleScene()
        let calls = MainActorRecorder<String>()
        sample.store.effects = { _, _ in
            MainActor.assertIsolated()
            calls.add("effect")
        }
        let token = sample.runtime.observe(\.count, initially: false) { _ in
            MainActor.assertIsolated()
            calls.add("observer")
        }
        await Task.detached { [runtime = sample.runtime] in await postSynchronously(to: runtime).value }.value
        #expect(calls.entries == ["observer", "effect"])
        token.cancel()
    }

    @Test(.requiresStartInPlace) @MainActor
    func `deciding is synchronous on the main actor, if actions start in place`() {
        // None of these needs an await, and each has happened when it returns.
        let sample = SampleScene()
        sample.store.execute(.add(1))
        #expect(sample.runtime.state.count == 1)
        sample.runtime.execute(.mutate(.add(10)))
        #expect(sample.runtime.observed(\.count) == 11)
        sample.store.execute(.addToTotal(5))
        #expect(sample.store.domainState.total == 5)
        sample.runtime.stop()
        sample.store.execute(.add(100))
        #expect(sample.store.state.count == 11)
    }

    @Test @MainActor func `values can be iterated away from the main actor`() async {
        let sample = SampleScene(Sample.State(count: 5))
        let first = await Task.detached { [values = sample.runtime.values(\.count)] in
            await values.first { _ in true }
        }.value
        #expect(first == 5)
    }
}

private func postSynchronously(to runtime: SceneRuntime<Sample>) -> Task<Void, Never> {
    runtime.post(.mutate(.add(1)))
}

import CIS
import Synchronization
import Testing

/// What a client may rely on in Swift 6 mode. Most of it is proved by compiling; clients in other modes are built by CI.
@Suite struct `G12 isolation` {
    private func isSendable<Value: Sendable>(_: Value.Type) -> Bool { true }

    @Test func `what crosses threads is Sendable`() {
        #expect(isSendable(SceneRuntime<Lab>.self))
        #expect(isSendable(WeakScene<Lab>.self))
        #expect(isSendable(SceneOwner<Lab>.self))
        #expect(isSendable(OutputPort<Lab.Output>.self))
        #expect(isSendable(StatePublisher<Lab.State>.self))
        #expect(isSendable(ObservationToken.self))
        #expect(isSendable(StateValues<Int>.self))
        #expect(isSendable(Pulse<String>.self))
        #expect(isSendable(DomainSnapshot<Lab.State.DomainState>.self))
        #expect(isSendable(Revision.self))
        #expect(isSendable(Delivery.self))
        #expect(isSendable(ActionPolicy.self))
        #expect(isSendable(CallSite.self))
        #expect(isSendable(SceneDiagnostic.self))
        #expect(isSendable(DiagnosticReporter.self))
        #expect(isSendable(SceneEvent.self))
        #expect(isSendable(SceneIdentity.self))
    }

    @Test func `the parts are Sendable behind their protocols`() {
        #expect(isSendable((any Controller<Lab.Action>).self))
        #expect(isSendable((any Interactor<Lab.UseCase>).self))
        #expect(isSendable((any MutationReceiver<Lab.Mutation>).self))
        #expect(isSendable((any DomainStore<Lab.State.DomainState, Lab.Mutation>).self))
        #expect(isSendable((any Store<Lab.State, Lab.Mutation>).self))
        #expect(isSendable((any SceneObserver).self))
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

    @Test @MainActor func `a worker function declared concurrent leaves the main actor`() async {
        let worker: any Counting = Counter()
        #expect(await worker.countOutside() == "nobody's")
        #expect(worker.countInside() == "the main actor's")
    }

    @Test @MainActor func `deciding is synchronous on the main actor`() {
        // Compiles only if none of these needs an await.
        let lab = LabScene()
        lab.store.execute(.add(1))
        lab.runtime.execute(.mutate(.add(1)))
        _ = lab.runtime.state
        _ = lab.runtime.observed(\.count)
        _ = lab.store.domainState
        lab.runtime.stop()
        #expect(lab.store.state.count >= 1)
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

private protocol Counting: Sendable {
    @concurrent func countOutside() async -> String
    @MainActor func countInside() -> String
}

private struct Counter: Counting {
    @concurrent func countOutside() async -> String { isolation(#isolation) }
    @MainActor func countInside() -> String { isolation(#isolation) }

    private func isolation(_ actor: (any Actor)?) -> String { actor == nil ? "nobody's" : "the main actor's" }
}

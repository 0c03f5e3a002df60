import CIS
import Testing

/// A recording is an initial state and a list of mutations. Playing it needs no scene.
@MainActor
@Suite struct `G9 purity` {
    @Test nonisolated func `mutate needs no store, no actor and no worker`() {
        let mutate: @Sendable (inout Lab.State, Lab.Mutation) -> Void = LabStore.mutate
        var state = Lab.State()
        mutate(&state, .add(2))
        mutate(&state, .append("line"))
        #expect(state == Lab.State(count: 2, log: ["line"]))
    }

    @Test func `a recorded list of mutations replays to the same states`() async {
        let lab = LabScene(Lab.State(items: [0, 0, 0]))
        let log = EventLog()
        let events = lab.runtime.attach(log)
        let states = Notebook<Lab.State>()
        let observation = lab.runtime.observeEveryCommit(\.self) { states.add($0) }
        await record(in: lab)

        var replayed = [Lab.State(items: [0, 0, 0])]
        for mutation in log.mutations {
            var state = replayed[replayed.count - 1]
            LabStore.mutate(&state, by: mutation)
            replayed.append(state)
        }
        #expect(log.mutations.count == 9)
        #expect(replayed == states.entries)
        #expect(replayed.last == lab.store.state)
        withExtendedLifetime((events, observation)) {}
    }

    @Test func `a replay has no side effects`() async {
        let lab = LabScene(Lab.State(items: [0, 0, 0]))
        let log = EventLog()
        let events = lab.runtime.attach(log)
        let toasts = Notebook<String>()
        lab.store.effects = { mutation, _ in toasts.add("\(mutation)") }
        await record(in: lab)
        let (performed, happened, state) = (toasts.entries.count, log.lines.count, lab.store.state)

        var replayed = Lab.State(items: [0, 0, 0])
        for mutation in log.mutations { LabStore.mutate(&replayed, by: mutation) }
        #expect(toasts.entries.count == performed)
        #expect(log.lines.count == happened)
        #expect(lab.store.state == state)
        withExtendedLifetime(events) {}
    }

    @Test func `dropped mutations are not part of the recording`() async {
        let lab = LabScene()
        let log = EventLog()
        let events = lab.runtime.attach(log)
        let snapshot = lab.store.domainSnapshot
        lab.store.execute(.addToTotal(1))
        lab.store.execute(.addToTotal(2), basedOn: snapshot.revision)
        await lab.perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            controller.store.execute(.addToTotal(3))
        }.value
        #expect(log.mutations == [.addToTotal(1)])
        withExtendedLifetime(events) {}
    }

    /// Mutations of all origins: an action, a use case, an observer, a side effect, outside.
    private func record(in lab: LabScene) async {
        let token = lab.runtime.observe(\.flag, initially: false) { [store = lab.store] _ in
            store.execute(.setItem(0, 7))
            store.execute(.setItem(1, 8))
        }
        let outer = lab.store.effects
        lab.store.effects = { [weak store = lab.store] mutation, state in
            outer?(mutation, state)
            if mutation == .addToTotal(5) { store?.execute(.pulse("five")) }
        }
        lab.store.execute(.append("outside"))
        await lab.perform { controller in
            controller.store.execute(.add(1))
            controller.store.execute(.setFlag(true))
            await controller.interactor.execute(.perform { $0.store.execute(.addToTotal(5)) })
            controller.store.execute(.setItem(2, 9), evenIfCancelled: true)
            controller.store.execute(.add(-1))
        }.value
        token.cancel()
    }
}

extension EventLog {
    /// The mutations that were applied, in order.
    fileprivate var mutations: [Lab.Mutation] {
        events.compactMap { event in
            guard case .mutation(let mutation) = event.kind else { return nil }
            return mutation as? Lab.Mutation
        }
    }
}

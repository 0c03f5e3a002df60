import CIS
import TestSupport
import Testing

/// A recording is an initial state and a list of mutations. Replaying it needs no scene.
@MainActor
@Suite struct `G9 purity` {
    @Test func `a recorded list of mutations replays to the same states`() async {
        let sample = SampleScene(Sample.State(items: [0, 0, 0]))
        let log = EventLog()
        let events = sample.runtime.attach(log)
        let states = MainActorRecorder<Sample.State>()
        let observation = sample.runtime.observeEveryCommit(\.self) { states.add($0) }
        await record(in: sample)

        var replayed = [Sample.State(items: [0, 0, 0])]
        for mutation in log.mutations {
            var state = replayed[replayed.count - 1]
            SampleStore.mutate(&state, by: mutation)
            replayed.append(state)
        }
        #expect(log.mutations.count == 9)
        #expect(replayed == states.entries)
        #expect(replayed.last == sample.store.state)
        withExtendedLifetime((events, observation)) {}
    }

    @Test func `a recording of random mutations replays to each state`() async {
        for seed in seeds(repetitions(200, atLeast: 10), for: "replay") {
            var dice = Dice(seed: seed)
            let initial = Sample.State(items: [0, 0, 0])
            let sample = SampleScene(initial)
            let log = EventLog()
            let events = sample.runtime.attach(log)
            let states = MainActorRecorder<Sample.State>()
            let observation = sample.runtime.observeEveryCommit(\.self) { states.add($0) }
            // Each mutation may cause others, in an observer or in a side effect, and some of them while it is
            // published.
            let answers = Shared(Self.mutations(40, &dice))
            let answering = sample.runtime.observe(\.count, initially: false) { [store = sample.store] _ in
                if let next = answers.value.popLast() { store.execute(next) }
            }
            sample.store.effects = { [weak store = sample.store] _, state in
                if state.log.count.isMultiple(of: 2), let next = answers.value.popLast() { store?.execute(next) }
            }
            for mutation in Self.mutations(60, &dice) {
                switch dice.next() % 4 {
                case 0: sample.store.execute(mutation)
                case 1: sample.store.execute(mutation, basedOn: sample.store.domainSnapshot.revision)
                case 2: await sample.perform { $0.store.execute(mutation) }.value
                default: await sample.runtime.post(.mutate(mutation)).value
                }
            }
            var replayed = [initial]
            for mutation in log.mutations {
                var state = replayed[replayed.count - 1]
                SampleStore.mutate(&state, by: mutation)
                replayed.append(state)
            }
            #expect(replayed == states.entries, "seed \(seed)")
            #expect(log.mutations.count == 100 - answers.value.count, "seed \(seed)")
            withExtendedLifetime((events, observation, answering)) {}
        }
    }

    private static func mutations(_ count: Int, _ dice: inout Dice) -> [Sample.Mutation] {
        (0..<count).map { number in
            switch dice.next() % 5 {
            case 0: .add(Int(dice.next() % 3))
            case 1: .append("\(number)")
            case 2: .setFlag(dice.next().isMultiple(of: 2))
            case 3: .setItem(number % 3, number)
            default: .addToTotal(number)
            }
        }
    }

    @Test func `dropped mutations are not part of the recording`() async {
        let sample = SampleScene()
        let log = EventLog()
        let events = sample.runtime.attach(log)
        let snapshot = sample.store.domainSnapshot
        sample.store.execute(.addToTotal(1))
        sample.store.execute(.addToTotal(2), basedOn: snapshot.revision)
        await sample.perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            controller.store.execute(.addToTotal(3))
        }.value
        #expect(log.mutations == [.addToTotal(1)])
        withExtendedLifetime(events) {}
    }

    /// Mutations of all origins: an action, a use case, an observer, a side effect, outside.
    private func record(in sample: SampleScene) async {
        let token = sample.runtime.observe(\.flag, initially: false) { [store = sample.store] _ in
            store.execute(.setItem(0, 7))
            store.execute(.setItem(1, 8))
        }
        let outer = sample.store.effects
        sample.store.effects = { [weak store = sample.store] mutation, state in
            outer?(mutation, state)
            if mutation == .addToTotal(5) { store?.execute(.pulse("five")) }
        }
        sample.store.execute(.append("outside"))
        await sample.perform { controller in
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
    fileprivate var mutations: [Sample.Mutation] {
        events.compactMap { event in
            guard case .mutation(let mutation) = event.kind else { return nil }
            return mutation as? Sample.Mutation
        }
    }
}

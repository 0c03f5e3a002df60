import CIS
import Observation
import Testing

/// A `==` of the client that reads a scene while a commit compares fields.
@MainActor
@Suite struct `A comparison that reads another field` {
    private let store = ComparingStore()
    private let runtime: SceneRuntime<Comparing>

    init() {
        runtime = SceneRuntime(controller: IdleController(), store: store)
    }

    // The next field that is read makes the runtime forget fields without readers, but not while it compares fields.
    @Test func `does not make the commit forget the fields that it is comparing`() {
        let invalidated = MainActorRecorder<String>()
        let sizes = Recorder<Int>()
        track("first", invalidated) { _ = runtime.observed(\.first) }
        track("compared", invalidated) { _ = runtime.observed(\.compared) }
        while runtime.rememberedFieldCount < 64 { _ = runtime.observed(\.[row: runtime.rememberedFieldCount]) }
        Comparing.Value.whenCompared = { [runtime] in
            Comparing.Value.whenCompared = nil
            sizes.note(runtime.rememberedFieldCount)
            _ = runtime.observed(\.[row: 1_000])
            sizes.note(runtime.rememberedFieldCount)
        }
        store.execute(7)
        #expect(sizes.entries == [64, 65])
        #expect(invalidated.entries == ["first", "compared"])
    }

    private func track(_ name: String, _ recorder: MainActorRecorder<String>, _ read: () -> Void) {
        withObservationTracking {
            read()
        } onChange: {
            MainActor.assumeIsolated { recorder.add(name) }
        }
    }
}

private enum Comparing: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    typealias Mutation = Int

    struct State: SceneState {
        var first = 0
        var compared = Value()
        var domainState = DomainState()

        subscript(row row: Int) -> Int { first + row }

        struct DomainState: Sendable {}
    }

    struct Value: Sendable, Equatable {
        @MainActor static var whenCompared: (() -> Void)?

        var number = 0

        static func == (lhs: Value, rhs: Value) -> Bool {
            MainActor.assumeIsolated { whenCompared?() }
            return lhs.number == rhs.number
        }
    }
}

@MainActor
private final class ComparingStore: Store {
    let publisher = StatePublisher(Comparing.State())

    nonisolated static func mutate(_ state: inout Comparing.State, by mutation: Int) {
        state.first = mutation
        state.compared.number = mutation
    }
}

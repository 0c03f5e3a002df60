import CIS
import Observation
import Testing

/// Commits that change nothing for a reader.
extension `Observing with the Observation framework` {
    @Test func `a field whose reader was told by another scene is soon not tracked any more`() {
        let (scene, other) = (FieldsScene(), FieldsScene())
        withObservationTracking {
            _ = scene.runtime.observed(\.large)
            _ = other.runtime.observed(\.large)
        } onChange: {
        }
        #expect(scene.runtime.isTracked)
        other.store.change { $0.large = 1 }
        for number in 1...3 { scene.store.change { $0.small = UInt16(number) } }
        #expect(!scene.runtime.isTracked)
    }

    @Test func `a reader of a state of plain numbers is told by a commit that changes one, and by no other`() {
        let store = NumbersStore()
        let runtime = SceneRuntime<Numbers>(store: store)
        let told = Shared(0)
        withObservationTracking {
            _ = runtime.state
        } onChange: {
            MainActor.assumeIsolated { told.value += 1 }
        }
        store.execute(0)
        #expect(told.value == 0)
        store.execute(1)
        #expect(told.value == 1)
    }
}

/// A scene whose state has only fields that are trivially copyable.
private enum Numbers: SceneDefinition {
    typealias Action = Never
    typealias Mutation = Int

    struct State: SceneState {
        var first = 0
        var second = 0.0
    }
}

private final class NumbersStore: Store {
    let publisher = StatePublisher(Numbers.State())

    nonisolated static func mutate(_ state: inout Numbers.State, by mutation: Int) {
        state.first = mutation
    }
}

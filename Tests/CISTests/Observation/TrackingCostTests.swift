import CIS
import Observation
import Testing

@MainActor
@Suite struct `Tracking that is not used` {
    private let scene = FieldsScene()

    /// Whether a mutation has to check for readers of the Observation framework.
    private var isTracked: Bool { scene.runtime.isTracked }

    private func track(_ read: () -> Void) {
        withObservationTracking(read) {}
    }

    @Test func `a scene that nobody reads is not tracked`() {
        #expect(!isTracked)
        let token = scene.runtime.observe(\.large) { _ in }
        scene.store.change { $0.large = 1 }
        #expect(!isTracked)
        token.cancel()
    }

    @Test func `a scene is no longer tracked after every reader was invalidated`() {
        track { _ = scene.runtime.state }
        track { _ = scene.runtime.observed(\.numbers) }
        #expect(isTracked)
        scene.store.change { $0.numbers = [1] }
        #expect(!isTracked)
    }

    @Test func `a scene is tracked as long as one field is read that has not changed`() {
        track { _ = scene.runtime.observed(\.large) }
        track { _ = scene.runtime.observed(\.flag) }
        scene.store.change { $0.flag = true }
        #expect(isTracked)
        scene.store.change { $0.large = 1 }
        #expect(!isTracked)
    }

    @Test func `a read outside of tracking is forgotten at the next commit`() {
        _ = scene.runtime.state
        scene.store.change { _ in }
        #expect(!isTracked)
    }
}

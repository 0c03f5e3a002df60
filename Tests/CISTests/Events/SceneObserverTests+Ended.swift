import CIS
import Testing

/// Scene observers that are no longer wanted.
extension `Scene observer` {
    /// Calls a closure with each event.
    @MainActor
    private final class Listener: SceneObserver {
        var heard: [String] = []
        var onEvent: () -> Void = {}

        func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
            heard.append(event.kind.label)
            onEvent()
            return nil
        }
    }

    @Test func `an observer on behalf of an owner hears nothing behind the release of the owner`() {
        let sample = SampleScene()
        let listener = Listener()
        var owner: Owner? = Owner()
        if let owner { sample.runtime.attach(listener, on: owner) }
        sample.store.execute(.add(1))
        let heard = listener.heard
        #expect(heard.contains("mutation"))
        owner = nil
        sample.store.execute(.add(1))
        #expect(listener.heard == heard)
    }

    @Test func `an observer that another one ends at an event does not hear this event`() {
        let sample = SampleScene()
        let (first, second) = (Listener(), Listener())
        let token = sample.runtime.attach(first)
        let other = sample.runtime.attach(second, on: second)
        first.onEvent = { other.cancel() }
        sample.store.execute(.add(1))
        #expect(first.heard.first == "mutation")
        #expect(second.heard == [])
        token.cancel()
    }

    @Test func `a scene that is stopped and then released has stopped once`() {
        let listener = Listener()
        var sample: SampleScene? = SampleScene()
        let token = sample?.runtime.attach(listener)
        sample?.runtime.stop()
        sample = nil
        #expect(listener.heard == ["stopped"])
        withExtendedLifetime(token) {}
    }
}

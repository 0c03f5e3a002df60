import CIS

/// Observes a scene, and keeps nothing.
@MainActor
final class SilentObserver: SceneObserver {
    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? { nil }
}

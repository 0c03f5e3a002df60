import CIS

/// Notes what was not carried out, and why.
@MainActor final class DropRecorder: SceneObserver {
    private(set) var seen: [String] = []

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        if case .dropped(let kind, let value, let reason) = event.kind {
            seen.append("\(kind.rawValue) \(value): \(reason.rawValue)")
        }
        return nil
    }
}

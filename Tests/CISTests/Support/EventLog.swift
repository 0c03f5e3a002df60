import CIS

/// Collects the events of a scene, as short lines with their causes.
@MainActor
final class EventLog: SceneObserver {
    private(set) var events: [SceneEvent] = []
    private(set) var endings: [(event: SceneEvent, ending: SceneEvent.Ending)] = []
    /// `+ kind` at the begin and `- kind` at the end of each event.
    private(set) var lines: [String] = []

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        events.append(event)
        lines.append("+ \(event.kind)")
        return { [self] ending in
            endings.append((event, ending))
            lines.append("- \(event.kind)")
        }
    }
}

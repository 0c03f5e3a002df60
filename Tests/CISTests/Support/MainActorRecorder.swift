/// Records events in order, on the main actor.
@MainActor
final class MainActorRecorder<Entry: Sendable> {
    private(set) var entries: [Entry] = []

    func add(_ entry: Entry) {
        entries.append(entry)
    }
}

/// What happened, in order, as seen from the main actor.
@MainActor
final class MainActorRecorder<Entry: Sendable> {
    private(set) var entries: [Entry] = []

    func add(_ entry: Entry) {
        entries.append(entry)
    }
}

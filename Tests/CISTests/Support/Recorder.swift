/// Records events in order.
@MainActor
final class Recorder<Entry> {
    private(set) var entries: [Entry] = []

    func note(_ entry: Entry) {
        entries.append(entry)
    }
}

/// A value that the closures of a test share.
@MainActor
final class Shared<Value> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// What the controls of a scene have set in this turn. A value counts only while its action waits for its start.
@MainActor
final class ControlWrites {
    private struct Write {
        let number: Int
        let value: Any
        let watch: ActionEndWatch
    }

    private var writes: [AnyKeyPath: Write] = [:]
    private var lastNumber = 0
    private let readers = TrackingSubject()
    /// Whether a control with a path that cannot be checked was reported. A front end makes its controls again at each
    /// redraw.
    var hasReportedUnreadable = false

    /// What was set last, if its action waits for its start.
    func value<State, Value>(of field: KeyPath<State, Value>) -> Value? {
        readers.access(readers.onlyKey)
        guard let write = writes[field], write.watch.isPending else { return nil }
        return write.value as? Value
    }

    /// Keeps a value. It replaces an earlier value of the same field.
    func add(_ value: Any, of field: AnyKeyPath, until watch: ActionEndWatch) -> Int {
        lastNumber += 1
        writes[field] = Write(number: lastNumber, value: value, watch: watch)
        return lastNumber
    }

    /// Forgets a value. Returns `false` if a later one has replaced it.
    func remove(_ number: Int, of field: AnyKeyPath) -> Bool {
        guard writes[field]?.number == number else { return false }
        writes[field] = nil
        return true
    }

    func invalidateReaders() {
        readers.invalidate(readers.onlyKey)
    }
}

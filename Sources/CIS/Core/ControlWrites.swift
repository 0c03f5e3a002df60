/// What the controls of a scene have set in this turn. A value counts only while its action waits for its start.
@MainActor
final class ControlWrites {
    private var writes: [AnyKeyPath: (value: Any, watch: ActionEndWatch)] = [:]
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
    func add(_ value: Any, of field: AnyKeyPath, until watch: ActionEndWatch) {
        writes[field] = (value, watch)
    }

    /// Forgets what was set before: the control sets another value.
    func forget(_ field: AnyKeyPath) {
        writes[field] = nil
    }

    /// Forgets a value. Returns `false` if a later one has replaced it.
    func remove(_ watch: ActionEndWatch, of field: AnyKeyPath) -> Bool {
        guard writes[field]?.watch === watch else { return false }
        writes[field] = nil
        return true
    }

    func invalidateReaders() {
        readers.invalidate(readers.onlyKey)
    }
}

import Observation

/// Tells the Observation framework about one field of the state, or about all of it.
///
/// Each has a registrar of its own, so that reading one field does not subscribe to another, and no key path has to be
/// composed at every read.
final class FieldTracker<State>: Observable {
    private var registrar = ObservationRegistrar()
    /// The field, or `nil` for the whole state.
    let path: PartialKeyPath<State>?
    /// Where the field's bits are, if they decide whether it has changed.
    private let bytes: Range<Int>?
    private var lastBytes: [UInt8] = []
    /// Whether somebody may have read the field since it last changed.
    private(set) var mayBeTracked = false

    /// Stands for the field in the framework's terms.
    private var field: Void { () }

    /// Tracks the whole state: any commit changes it.
    init() {
        path = nil
        bytes = nil
    }

    /// Tracks one field. Bits decide for stored fields of trivially copyable types; any commit may change the others.
    init<Value>(_ path: KeyPath<State, Value>) {
        self.path = path
        if let offset = MemoryLayout<State>.offset(of: path), _isPOD(Value.self) {
            bytes = offset..<(offset + MemoryLayout<Value>.size)
        } else {
            bytes = nil
        }
    }

    /// Registers the field with whoever tracks reads at this moment.
    func access(in state: UnsafeRawPointer) {
        registrar.access(self, keyPath: \.field)
        guard !mayBeTracked else { return }
        mayBeTracked = true
        if let bytes { lastBytes = Array(UnsafeRawBufferPointer(start: state + bytes.lowerBound, count: bytes.count)) }
    }

    /// Whether the field may have changed since somebody read it.
    func mayHaveChanged(in state: UnsafeRawPointer) -> Bool {
        guard mayBeTracked else { return false }
        guard let bytes else { return true }
        let now = UnsafeRawBufferPointer(start: state + bytes.lowerBound, count: bytes.count)
        return !now.elementsEqual(lastBytes)
    }

    /// Prepares to invalidate those who have read the field so far. Whoever reads it from here on is not among them.
    func takeReaders() -> () -> Void {
        let readers = registrar
        registrar = ObservationRegistrar()
        mayBeTracked = false
        return { readers.withMutation(of: self, keyPath: \.field) {} }
    }
}

extension StatePublisher {
    /// Registers a read of the whole state with the Observation framework.
    func trackState() {
        tracker(for: nil) { FieldTracker() }
    }

    /// Registers a read of one field with the Observation framework.
    func track<Value>(_ path: KeyPath<State, Value>) {
        tracker(for: path) { FieldTracker(path) }
    }

    private func tracker(for path: PartialKeyPath<State>?, make: () -> FieldTracker<State>) {
        guard !flags.contains(.stopped) else { return }
        let rare = rareParts()
        // Few fields are read by hand, and a literal key path is one object each time: a linear search finds it.
        let known = rare.trackers.first { $0.path === path } ?? rare.trackers.first { $0.path == path }
        let tracker = known ?? make()
        if known == nil { rare.trackers.append(tracker) }
        tracker.access(in: storage)
        flags.insert(.tracked)
    }

    /// Invalidates what has read a field that this commit may have changed.
    func invalidateTrackers() {
        guard let rare else { return }
        // First all are taken, then all are told: a reader of two fields that reads again at once is told once.
        let tell = rare.trackers.filter { $0.mayHaveChanged(in: storage) }.map { $0.takeReaders() }
        if !rare.trackers.contains(where: \.mayBeTracked) { flags.remove(.tracked) }
        for tell in tell { tell() }
    }
}

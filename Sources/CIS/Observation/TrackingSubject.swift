import Observation

/// The scene for the Observation framework: one subject with one registrar, and one key path for each field that is
/// read. Not generic, so that creating and comparing key paths stays cheap.
final class TrackingSubject: Observable {
    typealias Key = KeyPath<TrackingSubject, Void>

    private let registrar = ObservationRegistrar()
    private var lastNumber = 0

    /// Stands for a field in a key path.
    private subscript(field number: Int) -> Void { () }

    /// Creates a key path that is unique in this scene and not shared.
    func makeKey() -> Key {
        lastNumber += 1
        return \TrackingSubject[field: lastNumber]
    }

    /// Registers a read with the current tracking, if there is one.
    func access(_ key: Key) {
        registrar.access(self, keyPath: key)
    }

    /// Invalidates the readers that were registered under this key.
    func invalidate(_ key: Key) {
        registrar.withMutation(of: self, keyPath: key) {}
    }

    /// Whether the framework retains the key paths of tracked reads, so that a key path without other references has no
    /// readers.
    ///
    /// It has to store them in some form, and all versions so far retain the object. If a version stores something
    /// else, the library treats every read as tracked.
    static let showsReaders: Bool = {
        let subject = TrackingSubject()
        var key = subject.makeKey()
        if !isKnownUniquelyReferenced(&key) { return false }
        withObservationTracking {
            subject.access(key)
        } onChange: {
        }
        // With the subject go its readers, and the optimizer would end it above.
        return withExtendedLifetime(subject) { !isKnownUniquelyReferenced(&key) }
    }()
}

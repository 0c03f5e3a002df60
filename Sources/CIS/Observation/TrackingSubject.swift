import Observation

/// Represents a scene in the Observation framework: one subject with one registrar, and one key path for each field
/// that is read. It is not generic, so that creating and comparing key paths is cheap.
final class TrackingSubject: Observable {
    typealias Key = KeyPath<TrackingSubject, Void>

    private let registrar = ObservationRegistrar()
    private var lastNumber = 0

    /// Represents a field in a key path.
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

    /// Whether the framework retains the key paths of tracked reads. If it does, a key path without other references
    /// has no readers.
    ///
    /// The framework has to store them in some form, and all versions so far retain the object. If a later version
    /// stores something else, this is `false`, and the library treats every read as tracked.
    static let showsReaders: Bool = {
        let subject = TrackingSubject()
        var key = subject.makeKey()
        if !isKnownUniquelyReferenced(&key) { return false }
        withObservationTracking {
            subject.access(key)
        } onChange: {
        }
        // Without this, the optimizer would release the subject, and with it the registered reader, before the check.
        return withExtendedLifetime(subject) { !isKnownUniquelyReferenced(&key) }
    }()
}

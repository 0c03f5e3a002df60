import Observation

/// What the Observation framework knows of a scene: one subject with one registrar, and a key path for each field that
/// is read. Not generic, so that making and comparing key paths stays cheap.
final class TrackingSubject: Observable {
    typealias Key = KeyPath<TrackingSubject, Void>

    private let registrar = ObservationRegistrar()
    private var lastNumber = 0

    /// Stands for a field in the framework's terms.
    private subscript(field number: Int) -> Void { () }

    /// A key path that is equal to no other of this scene, and that nobody else holds.
    func makeKey() -> Key {
        lastNumber += 1
        return \TrackingSubject[field: lastNumber]
    }

    /// Registers a read with whoever tracks reads at this moment.
    func access(_ key: Key) {
        registrar.access(self, keyPath: key)
    }

    /// Invalidates what has read the field under this key.
    func invalidate(_ key: Key) {
        registrar.withMutation(of: self, keyPath: key) {}
    }

    /// Whether the framework keeps the key path of what is tracked, so that one that nobody else holds is tracked by
    /// nobody.
    ///
    /// It has to keep it in some form, to find it again when the field changes, and in all versions so far it keeps the
    /// object. Should one keep something else, the library takes every read for a tracked one, as it cannot know.
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

/// A field of the state whose elements have children, and the readers of these children. The parent and the children share
/// it, so that the readers are also told of a child that is stopped by hand.
@MainActor
final class FollowedField {
    let path: AnyKeyPath
    /// Represents the children in the Observation framework. Created at the first read.
    private var readers: TrackingSubject?

    init(_ path: AnyKeyPath) {
        self.path = path
    }

    func noteRead() {
        let readers = self.readers ?? TrackingSubject()
        self.readers = readers
        readers.access(readers.onlyKey)
    }

    func invalidateReaders() {
        if let readers { readers.invalidate(readers.onlyKey) }
    }

    /// Forgets the readers, because the parent has ended.
    func forgetReaders() {
        // Released last, because objects that the readers hold may stop a child.
        let released = readers
        readers = nil
        withExtendedLifetime(released) {}
    }
}

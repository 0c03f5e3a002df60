/// A child that follows its parent's state, as the parent knows it. It does not hold the scene: the ``ChildList`` of the
/// parent owns that.
///
/// The list, the reconciler of the declaration and the core of the child share this object, so that none of them needs a
/// hash table.
@MainActor
@usableFromInline
final class FollowingChild {
    private let field: FollowedField
    /// The id of the element; for a presented scene, the number of the presentation.
    let id: any Sendable
    /// The ``Stamp`` of the element.
    let origin: UInt64
    /// Whether the field presents one scene, so that its place needs no id.
    private let isOnly: Bool
    /// Whether the core of the scene holds this object. Only a ``SceneRuntime`` has a core, which holds one.
    var isKnownToCore = false
    /// For a row whose declaration has `onChange`: the item that the row was given last, in a ``Box``.
    @usableFromInline var item: AnyObject?
    /// The index of the child in the list of the parent's children, or -1.
    var index = -1
    /// Whether its element has gone. Then the reconciler invalidates the readers.
    var hasLeft = false
    /// The child of another element that has the same scene already. Then this one is not in the list.
    var shared: FollowingChild?

    init(field: FollowedField, id: any Sendable, origin: UInt64, isOnly: Bool) {
        self.field = field
        self.id = id
        self.origin = origin
        self.isOnly = isOnly
    }

    var place: ScenePlace { ScenePlace(field: field.path, id: isOnly ? nil : id) }

    /// Called when the scene has stopped. If it was stopped by hand, the readers are invalidated.
    func hasStopped() {
        if !hasLeft { field.invalidateReaders() }
    }
}

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

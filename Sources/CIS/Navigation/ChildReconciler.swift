/// Keeps the children of one declaration in step with the state.
@MainActor
@usableFromInline
final class ChildReconciler: ChildReconciling {
    /// The field that the children follow.
    let field: AnyKeyPath
    private let declaration: Int
    /// The place of the declaration in the source.
    private let site: CallSite
    private var saved: SavedChildren?
    /// The children. In a list, the index of a child is the cell of its element. In a stack, it is the index of the
    /// element, counted from the bottom. The child of a presented value has the index 0. The ``Origin`` of an element
    /// shows whether a child still belongs to it.
    private(set) var made: ContiguousArray<FollowingChild?> = []
    /// For a list: its version at the last reconciliation.
    var version: UInt64 = 0
    /// For a list: the last refusal that was reported.
    var reportedRefusal: UInt64 = 0
    /// The observers of values of the children.
    private var watchers: [ChildWatcher] = []
    /// Represents the children in the Observation framework. Created at the first read.
    private var readers: (subject: TrackingSubject, key: TrackingSubject.Key)?
    /// Whether a child was made or stopped since the readers were told.
    private var hasChanged = false

    init(field: AnyKeyPath, declaration: Int, saved: SavedChildren?, site: CallSite) {
        self.field = field
        self.site = site
        self.declaration = declaration
        self.saved = saved
    }

    /// The child of an element.
    func child(at index: Int, of origin: UInt64) -> (any SceneNode)? {
        isMade(at: index, of: origin) ? made[index]?.scene : nil
    }

    func isMade(at index: Int, of origin: UInt64) -> Bool {
        index < made.count && made[index]?.origin == origin
    }

    // The last one is never `nil`.
    var hasChildren: Bool { !made.isEmpty }

    /// The children, with their keys in a snapshot.
    var children: [(key: String, child: any SceneNode)] {
        made.compactMap { child in child.map { (key($0.entry.id), $0.scene) } }
    }

    /// Forgets the saved states. They are only for the children that belong to the restored state.
    func forgetSaved() {
        saved = nil
    }

    private func key(_ id: any Sendable) -> String { "\(declaration).\(id)" }

    // MARK: Following

    /// Removes the child of an earlier presentation, then creates the child of the current one.
    func follow<Value>(
        _ presented: Presented<Value>, in scene: any ParentScene, make: (Value, ChildEntry) -> any SceneNode
    ) {
        let origin = presented.origin.number
        if let old = made.first??.entry, old.origin != origin || !presented.isPresented { stop(0, in: scene) }
        guard let value = presented.value, !isMade(at: 0, of: origin) else { return }
        add(at: 0, origin, presented.number, isOnly: true, in: scene) { make(value, $0) }
    }

    /// Removes the children of removed elements, the topmost first, then creates children for the new elements.
    ///
    /// - Complexity: O(number of added and removed elements). Elements are added and removed only at the top. Below an
    ///   element whose origin has not changed, nothing has changed.
    func follow<Route>(
        _ elements: [SceneStack<Route>.Element], in scene: any ParentScene,
        make: (SceneStack<Route>.Element, ChildEntry) -> any SceneNode
    ) {
        var shared = min(made.count, elements.count)
        while shared > 0, !isMade(at: shared - 1, of: elements[shared - 1].origin.number) { shared -= 1 }
        stop(Array(shared..<made.count), in: scene)
        for index in shared..<elements.count {
            let element = elements[index]
            let isAdded = add(at: index, element.origin.number, element.id, in: scene) { make(element, $0) }
            guard isAdded else { return }
        }
    }

    // MARK: Children

    /// Stops children, youngest first.
    func stop(_ gone: [Int], in scene: any ParentScene) {
        guard gone.count > 1 else {
            if let only = gone.first { stop(only, in: scene) }
            return
        }
        // All are removed before the first one stops, because code that runs during a stop may look for children.
        let leaving = gone.compactMap { takeOut($0) }
        for child in scene.youngestFirst(leaving) { scene.remove(child) }
        for child in leaving { noteRemoval(of: child) }
    }

    /// Stops the child at an index, if it belongs to the given element.
    ///
    /// - Parameter origin: The origin of the element. If `nil`, the child is stopped in any case.
    func stop(_ index: Int, of origin: UInt64? = nil, in scene: any ParentScene) {
        guard let child = takeOut(index, of: origin) else { return }
        scene.remove(child)
        noteRemoval(of: child)
    }

    private func takeOut(_ index: Int, of origin: UInt64? = nil) -> FollowingChild? {
        // The child is taken out before it is compared. A comparison in the array would retain both of its objects.
        guard index < made.count, let child = made[index].take() else { return nil }
        guard origin == nil || child.origin == origin else {
            made[index] = child
            return nil
        }
        while let last = made.indices.last, made[last] == nil { made.removeLast() }
        return child
    }

    /// Stops all children, because the value that they follow is gone.
    func stopAll(in scene: any ParentScene) {
        stop(Array(made.indices), in: scene)
        version = 0
    }

    private func noteRemoval(of child: FollowingChild) {
        hasChanged = true
        for watcher in watchers { watcher.removed(child.entry.origin) }
    }

    /// Creates a child.
    ///
    /// - Parameters:
    ///   - index: Its index in `made`.
    ///   - origin: The origin of the element.
    ///   - id: The id of the element.
    ///   - isOnly: Whether the field presents one scene.
    /// - Returns: `false` if the scene has ended meanwhile.
    @discardableResult
    func add(
        at index: Int, _ origin: UInt64, _ id: any Sendable, isOnly: Bool = false, in scene: any ParentScene,
        make: (ChildEntry) -> any SceneNode
    ) -> Bool {
        guard !scene.isStopped else { return false }
        let entry = ChildEntry(field: field, id: id, origin: origin, isOnly: isOnly)
        let saved = self.saved?[key(id)]
        // `during` is called even if there is no saved state: the child must not take the saved state of another scene.
        let child = Restoration.during(saved) { make(entry) }
        let isAdopted = scene.adopt(child, as: entry, at: site)
        guard isAdopted else { return true }
        while made.count <= index { made.append(nil) }
        made[index] = FollowingChild(scene: child, entry: entry)
        hasChanged = true
        if let error = saved?.end() {
            scene.report(SceneDiagnostic(kind: .other("\(error)"), scene: child.identity))
        }
        for watcher in watchers { watcher.added(origin, id, child) }
        if entry.needsCheck { (child as? any SceneWithCore)?.core.deliverEarlyOutputs() }
        return true
    }

    // MARK: Reading

    /// Registers a read of a child with the Observation framework.
    func noteRead() {
        if readers == nil {
            let subject = TrackingSubject()
            readers = (subject, subject.makeKey())
        }
        if let readers { readers.subject.access(readers.key) }
    }

    /// Invalidates the readers of the children if a child was made or stopped.
    func tellReaders() {
        guard hasChanged else { return }
        hasChanged = false
        if let readers { readers.subject.invalidate(readers.key) }
    }

    // MARK: Watching

    /// Adds a watcher. It receives the existing children in the order of their creation, and later ones as they come.
    func add(_ watcher: ChildWatcher, in scene: any ParentScene) {
        watchers.append(watcher)
        for child in scene.youngestFirst(made.compactMap { $0 }).reversed() {
            watcher.added(child.entry.origin, child.entry.id, child.scene)
        }
    }

    func remove(_ watcher: ChildWatcher) {
        watchers.removeAll { $0 === watcher }
    }
}

/// Keeps the children of one declaration in step with the state.
@MainActor
@usableFromInline
final class ChildReconciler {
    let field: FollowedField
    /// The scene, whose observers call the reconciler.
    unowned let parent: SceneCore
    private let declaration: Int
    private let site: CallSite
    /// The saved states of the children that belong to the restored state, until these are made.
    var saved: SavedChildren?
    /// The children. In a list, the index of a child is the cell of its element. In a stack, it is the index of the
    /// element, counted from the bottom. The child of a presented value has the index 0. The ``Stamp`` of an element
    /// shows whether a child still belongs to it.
    private(set) var children: ContiguousArray<FollowingChild?> = []
    /// For a list: its version at the last reconciliation.
    var version: UInt64 = 0
    /// For a list: the last refusal that was reported.
    var reportedRefusal: UInt64 = 0
    /// Whether a child was made or stopped since the readers were invalidated.
    private var hasChanged = false

    init(of parent: SceneCore, field: AnyKeyPath, declaration: Int, saved: SavedChildren?, site: CallSite) {
        self.parent = parent
        self.field = FollowedField(field)
        self.site = site
        self.declaration = declaration
        self.saved = saved
    }

    func scene(at index: Int, of origin: UInt64) -> (any SceneNode)? {
        guard isMade(at: index, of: origin), let child = children[index] else { return nil }
        return parent.scene(of: child)
    }

    func isMade(at index: Int, of origin: UInt64) -> Bool {
        index < children.count && children[index]?.origin == origin
    }

    // The last one is never `nil`.
    var hasChildren: Bool { !children.isEmpty }

    /// The scenes of the children, with their keys in a snapshot.
    var scenes: [(key: String, scene: any SceneNode)] {
        children.compactMap { child in child.flatMap { child in parent.scene(of: child).map { (key(child.id), $0) } } }
    }

    private func key(_ id: any Sendable) -> String { "\(declaration).\(id)" }

    // MARK: Following

    /// Removes the child of an earlier presentation, then creates the child of the current one.
    func follow<Value>(_ presented: Presented<Value>, make: (Value) -> any SceneNode) {
        let origin = presented.origin.number
        if let old = children.first ?? nil, old.origin != origin || !presented.isPresented { stop(0) }
        guard let value = presented.value, !isMade(at: 0, of: origin) else { return }
        add(at: 0, origin, presented.number, isOnly: true) { _ in make(value) }
    }

    /// Removes the children of removed elements, the topmost first, then creates children for the new elements.
    ///
    /// - Complexity: O(number of added and removed elements). Elements are added and removed only at the top. Below an
    ///   element whose origin has not changed, nothing has changed.
    func follow<Route>(
        _ elements: [SceneStack<Route>.Element], make: (SceneStack<Route>.Element) -> any SceneNode
    ) {
        var shared = min(children.count, elements.count)
        while shared > 0, !isMade(at: shared - 1, of: elements[shared - 1].origin.number) { shared -= 1 }
        stop(Array(shared..<children.count))
        for index in shared..<elements.count {
            let element = elements[index]
            guard add(at: index, element.origin.number, element.id, make: { _ in make(element) }) else { return }
        }
    }

    // MARK: Children

    func stop(_ gone: [Int]) {
        guard gone.count > 1 else {
            if let only = gone.first { stop(only) }
            return
        }
        // All are taken out before the first one stops, because code that runs during a stop may look for children.
        for child in gone.compactMap(takeOut).sorted(by: { $0.index > $1.index }) { parent.remove(child) }
    }

    private func stop(_ index: Int) {
        if let child = takeOut(index) { parent.remove(child) }
    }

    private func takeOut(_ index: Int) -> FollowingChild? {
        guard index < children.count, let child = children[index].take() else { return nil }
        while let last = children.indices.last, children[last] == nil { children.removeLast() }
        hasChanged = true
        child.hasLeft = true
        return child
    }

    /// Stops all children, because the value that they follow is gone.
    func stopAll() {
        stop(Array(children.indices))
        version = 0
    }

    /// Creates the child of an element, at an index of `children`. Returns `false` if the scene has ended meanwhile.
    @discardableResult
    func add(
        at index: Int, _ origin: UInt64, _ id: any Sendable, isOnly: Bool = false,
        make: (FollowingChild) -> any SceneNode
    ) -> Bool {
        guard !parent.isStopped else { return false }
        let child = FollowingChild(field: field, id: id, origin: origin, isOnly: isOnly)
        let saved = self.saved?[key(id)]
        // `during` is called even if there is no saved state: the child must not take the saved state of another scene.
        let scene = Restoration.during(saved) { make(child) }
        // Before the parent adopts it, because it may have sent outputs, which the parent receives then.
        while children.count <= index { children.append(nil) }
        children[index] = child
        hasChanged = true
        guard parent.adopt(scene, as: child, at: site) else {
            _ = takeOut(index)
            return true
        }
        if let error = saved?.end() {
            parent.reporter.report(SceneDiagnostic(kind: .other("\(error)"), scene: scene.identity))
        }
        return true
    }

    func invalidateReaders() {
        guard hasChanged else { return }
        hasChanged = false
        parent.inTransaction(parent.ensureExtras()) { field.invalidateReaders() }
    }
}

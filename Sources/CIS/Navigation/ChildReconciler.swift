/// Keeps the children of one declaration in step with the state. It finds a child by the ``Origin`` of its element.
@MainActor
final class ChildReconciler: ChildReconciling {
    struct Entry {
        let child: any SceneNode
        /// The id of the element.
        let id: any Sendable
    }

    /// The field that the children follow.
    let field: AnyKeyPath
    private let declaration: Int
    private var saved: SavedChildren?
    var made: [UInt64: Entry] = [:]
    /// For a stack: the origins of its elements, lowest first.
    private var stack: [UInt64] = []
    /// For a list: its version at the last reconciliation.
    var version: UInt64 = 0
    /// For a list: the last refusal that was reported.
    var reportedRefusal: UInt64 = 0
    /// The observers of values of the children.
    private var watchers: [ChildWatcher] = []

    init(field: AnyKeyPath, declaration: Int, saved: SavedChildren?) {
        self.field = field
        self.declaration = declaration
        self.saved = saved
    }

    /// The child of an element.
    func child(of origin: UInt64) -> (any SceneNode)? { made[origin]?.child }

    /// The children, with their keys in a snapshot.
    var children: [(key: String, child: any SceneNode)] { made.values.map { (key($0.id), $0.child) } }

    /// Forgets the saved states. They are only for the children that belong to the restored state.
    func forgetSaved() {
        saved = nil
    }

    private func key(_ id: any Sendable) -> String { "\(declaration).\(id)" }

    // MARK: Following

    /// Removes the child of an earlier presentation, then creates the child of the current one.
    func follow<Owner, Value>(
        _ presented: Presented<Value>, in scene: SceneRuntime<Owner>, make: (Value) -> any SceneNode
    ) {
        let origin = presented.origin.number
        stop(made.keys.filter { $0 != origin || !presented.isPresented }, in: scene)
        guard let value = presented.value, made[origin] == nil else { return }
        add(origin, presented.number, in: scene) { make(value) }
    }

    /// Removes the children of removed elements, the topmost first, then creates children for the new elements.
    ///
    /// - Complexity: O(number of added and removed elements). Elements are added and removed only at the top. Below an
    ///   element whose origin has not changed, nothing has changed.
    func follow<Owner, Route>(
        _ elements: [SceneStack<Route>.Element], in scene: SceneRuntime<Owner>,
        make: (SceneStack<Route>.Element) -> any SceneNode
    ) {
        var shared = min(stack.count, elements.count)
        while shared > 0, stack[shared - 1] != elements[shared - 1].origin.number { shared -= 1 }
        let gone = stack[shared...]
        stack.removeSubrange(shared...)
        stop(Array(gone), in: scene)
        for element in elements[shared...] {
            let origin = element.origin.number
            guard add(origin, element.id, in: scene, make: { make(element) }) else { return }
            stack.append(origin)
        }
    }

    // MARK: Children

    /// Stops children, youngest first.
    func stop<Owner>(_ gone: [UInt64], in scene: SceneRuntime<Owner>) {
        if gone.count == 1, let origin = gone.first {
            // The usual case, without arrays.
            guard let child = made.removeValue(forKey: origin)?.child else { return }
            scene.remove(child)
        } else {
            let leaving = gone.compactMap { made.removeValue(forKey: $0)?.child }
            for child in scene.publisher.youngestFirst(leaving) { scene.remove(child) }
        }
        for watcher in watchers {
            for origin in gone { watcher.removed(origin) }
        }
    }

    /// Creates a child.
    ///
    /// - Returns: `false` if the scene has ended meanwhile.
    @discardableResult
    func add<Owner>(
        _ origin: UInt64, _ id: any Sendable, in scene: SceneRuntime<Owner>, make: () -> any SceneNode
    ) -> Bool {
        guard !scene.isStopped else { return false }
        // Done even if there is no saved state, because the child must not take the saved state of another scene.
        let saved = self.saved?[key(id)]
        let child = Restoration.during(saved, make)
        made[origin] = Entry(child: child, id: id)
        if let error = saved?.end() {
            scene.publisher.report(SceneDiagnostic(kind: .other("\(error)"), scene: child.identity))
        }
        for watcher in watchers { watcher.added(origin, id, child) }
        return true
    }

    // MARK: Watching

    /// Adds a watcher. It receives the existing children in the order of their creation, and later ones as they come.
    func add<Owner>(_ watcher: ChildWatcher, in scene: SceneRuntime<Owner>) {
        watchers.append(watcher)
        let origins = Dictionary(uniqueKeysWithValues: made.map { (ObjectIdentifier($1.child), $0) })
        for child in scene.children {
            guard let origin = origins[ObjectIdentifier(child)], let id = made[origin]?.id else { continue }
            watcher.added(origin, id, child)
        }
    }

    func remove(_ watcher: ChildWatcher) {
        watchers.removeAll { $0 === watcher }
    }
}

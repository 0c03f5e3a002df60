/// The children that one declaration has made, by the ``Origin`` of what each was made for.
@MainActor
final class ChildReconciler: ChildReconciling {
    struct Entry {
        let child: any SceneNode
        /// The id of what it was made for.
        let id: any Sendable
    }

    /// What the children follow.
    let field: AnyKeyPath
    private let declaration: Int
    private var saved: SavedChildren?
    var made: [UInt64: Entry] = [:]
    /// For a stack: the origins of its elements, lowest first.
    private var stack: [UInt64] = []
    /// For a list: its version when it was last looked at.
    var version: UInt64 = 0
    /// For a list: the last id that was left out, and is reported.
    var reportedRefusal: UInt64 = 0
    /// Those that observe values of the children.
    private var watchers: [ChildWatcher] = []

    init(field: AnyKeyPath, declaration: Int, saved: SavedChildren?) {
        self.field = field
        self.declaration = declaration
        self.saved = saved
    }

    /// The child that was made for an element.
    func child(of origin: UInt64) -> (any SceneNode)? { made[origin]?.child }

    /// The children, under the names they have in a snapshot.
    var children: [(key: String, child: any SceneNode)] { made.values.map { (key($0.id), $0.child) } }

    /// Only the children that the restored state asks for at once have a saved state.
    func forgetSaved() {
        saved = nil
    }

    private func key(_ id: any Sendable) -> String { "\(declaration).\(id)" }

    // MARK: Following

    /// Removes the child of an earlier presentation, then makes that of the present one.
    func follow<Owner, Value>(
        _ presented: Presented<Value>, in scene: SceneRuntime<Owner>, make: (Value) -> any SceneNode
    ) {
        let origin = presented.origin.number
        stop(made.keys.filter { $0 != origin || !presented.isPresented }, in: scene)
        guard let value = presented.value, made[origin] == nil else { return }
        add(origin, presented.number, in: scene) { make(value) }
    }

    /// Removes the children of elements that are gone, the topmost first, then makes those that are new.
    ///
    /// - Complexity: O(number of children that come and go). Elements are added and taken off at the top only, so where
    ///   an element has the same origin, so has everything below it.
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
            // The usual case, which needs no lists.
            guard let child = made.removeValue(forKey: origin)?.child else { return }
            scene.remove(child)
        } else {
            let leaving = gone.compactMap { made.removeValue(forKey: $0)?.child }
            for child in scene.publisher.youngestFirst(leaving) { scene.remove(child) }
        }
        for watcher in watchers {
            for origin in gone { watcher.left(origin) }
        }
    }

    /// Makes a child.
    ///
    /// - Returns: Whether it was made. Not if the scene has ended in the meantime.
    @discardableResult
    func add<Owner>(
        _ origin: UInt64, _ id: any Sendable, in scene: SceneRuntime<Owner>, make: () -> any SceneNode
    ) -> Bool {
        guard !scene.isStopped else { return false }
        // Without a saved state also: a child must not take what is meant for another scene.
        let saved = self.saved?[key(id)]
        let child = Restoration.during(saved, make)
        made[origin] = Entry(child: child, id: id)
        if let error = saved?.end() {
            scene.publisher.report(SceneDiagnostic(kind: .other("\(error)"), scene: child.identity))
        }
        for watcher in watchers { watcher.came(origin, id, child) }
        return true
    }

    // MARK: Watching

    /// Tells a watcher of the children that there are, in the order in which they were made, and of those to come.
    func add<Owner>(_ watcher: ChildWatcher, in scene: SceneRuntime<Owner>) {
        watchers.append(watcher)
        let origins = Dictionary(uniqueKeysWithValues: made.map { (ObjectIdentifier($1.child), $0) })
        for child in scene.children {
            guard let origin = origins[ObjectIdentifier(child)], let id = made[origin]?.id else { continue }
            watcher.came(origin, id, child)
        }
    }

    func remove(_ watcher: ChildWatcher) {
        watchers.removeAll { $0 === watcher }
    }
}

/// The children that one declaration has made, by the ids of what they were made for.
@MainActor
final class ChildKeeper {
    private var made: [(id: UInt64, origin: UInt64, child: any SceneNode)] = []
    /// What the children follow.
    let field: AnyKeyPath
    private let declaration: Int
    private var saved: SavedChildren?
    private let report: (SceneDiagnostic) -> Void
    private let remove: (any SceneNode) -> Void

    init(
        field: AnyKeyPath, declaration: Int, saved: SavedChildren?,
        report: @escaping (SceneDiagnostic) -> Void, remove: @escaping (any SceneNode) -> Void
    ) {
        self.field = field
        self.declaration = declaration
        self.saved = saved
        self.report = report
        self.remove = remove
    }

    /// The children, under the names they have in a snapshot.
    var children: [(key: String, child: any SceneNode)] { made.map { (key($0.id), $0.child) } }

    /// The child that was made for an element.
    func child(of id: UInt64) -> (any SceneNode)? { made.last { $0.id == id }?.child }

    /// Removes the children that are no longer wanted, youngest first, then makes those that are new.
    ///
    /// - Parameter make: Returns `nil` when the scene has ended in the meantime.
    /// - Complexity: O(number of children that come and go). Elements are added and taken off at the top only, so where
    ///   an element has the same origin, so has everything below it.
    func reconcile<Value>(_ wanted: [SceneStack<Value>.Element], make: (Value) -> (any SceneNode)?) {
        var shared = min(made.count, wanted.count)
        while shared > 0, made[shared - 1].origin != wanted[shared - 1].origin.number { shared -= 1 }
        while made.count > shared { remove(made.removeLast().child) }
        for element in wanted[shared...] {
            // Without a saved state also: a child must not take what is meant for another scene.
            let saved = self.saved?[key(element.id)]
            guard let child = Restoration.during(saved, { make(element.route) }) else { return }
            made.append((element.id, element.origin.number, child))
            if let error = saved?.end() { report(SceneDiagnostic(kind: .other("\(error)"), scene: child.identity)) }
        }
    }

    /// Only the children that the restored state asks for at once have a saved state.
    func forgetSaved() {
        saved = nil
    }

    private func key(_ id: UInt64) -> String { "\(declaration).\(id)" }
}

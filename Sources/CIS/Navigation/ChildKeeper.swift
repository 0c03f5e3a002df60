/// The children that one declaration has made, by the ids of what they were made for.
@MainActor
final class ChildKeeper {
    private var made: [(id: UInt64, child: any SceneNode)] = []
    private var lineage: UInt64?
    private let declaration: Int
    private var restoration: Restoration?
    private let report: (SceneDiagnostic) -> Void
    private let remove: (any SceneNode) -> Void

    init(
        declaration: Int, restoration: Restoration?, report: @escaping (SceneDiagnostic) -> Void,
        remove: @escaping (any SceneNode) -> Void
    ) {
        self.declaration = declaration
        self.restoration = restoration
        self.report = report
        self.remove = remove
    }

    /// The children, under the names they have in a snapshot.
    var children: [(key: String, child: any SceneNode)] { made.map { (key($0.id), $0.child) } }

    /// Removes the children that are no longer wanted, youngest first, then makes those that are new.
    ///
    /// - Complexity: O(number of children that come and go). Elements are added and taken off at the top only, and
    ///   within a lineage no id is used again: where an id is the same, so is everything below it.
    func reconcile<Value>(
        _ wanted: [SceneStack<Value>.Element], _ lineage: Lineage, make: (Value) -> (any SceneNode)?
    ) {
        var shared = self.lineage == lineage.number ? min(made.count, wanted.count) : 0
        self.lineage = lineage.number
        while shared > 0, made[shared - 1].id != wanted[shared - 1].id { shared -= 1 }
        while made.count > shared { remove(made.removeLast().child) }
        for element in wanted[shared...] {
            let saved = restoration.flatMap { whole in
                whole.snapshot.children[key(element.id)].map { Restoration($0, whole.coder) }
            }
            // Without a saved state also: a child must not take what is meant for another scene.
            guard let child = Restoration.during(saved, { make(element.route) }) else { continue }
            made.append((element.id, child))
            if let error = saved?.error { report(SceneDiagnostic(kind: .other("\(error)"), scene: child.identity)) }
        }
    }

    /// Only the children that the restored state asks for at once have a saved state.
    func forgetRestoration() {
        restoration = nil
    }

    private func key(_ id: UInt64) -> String { "\(declaration).\(id)" }
}

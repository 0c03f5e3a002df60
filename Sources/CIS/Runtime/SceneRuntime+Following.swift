extension SceneRuntime {
    /// Keeps children in step with a navigation value after each commit that changes it, as long as the scene lives. A
    /// second declaration for the same value is reported and ignored: two sets of children would follow one value.
    @usableFromInline
    func declareChildren<Value>(
        of field: KeyPath<Definition.State, Value>, _ function: StaticString, at site: CallSite,
        _ update: @escaping (SceneRuntime, UnsafePointer<Value>, ChildReconciler) -> Void
    ) {
        guard reconciler(of: field) == nil else { return reportSecondDeclaration(of: field, at: site) }
        let extras = publisher.ensureExtras()
        let reconciler = ChildReconciler(
            of: publisher, field: field, declaration: extras.childReconcilers.count,
            saved: extras.restoration?.children, site: site)
        extras.childReconcilers.append(reconciler)
        let offset = MemoryLayout<Definition.State>.offset(of: field)
        if offset == nil {
            publisher.reportUnreadable(pathKind(of: field), "No children are made", at: site)
            reportChangingValue(of: field, at: site)
        }
        // The scene owns its observers, so they must not own the scene.
        let observer = Observer(owner: self, delivery: .everyChange) { [weak self] state, _ in
            guard let self else { return }
            let isThere = withField(of: field, at: offset, in: state.assumingMemoryBound(to: Definition.State.self)) {
                update(self, $0, reconciler)
            }
            if !isThere { reconciler.stopAll() }
            reconciler.invalidateReaders()
        }
        // Every navigation value begins with a number that changes whenever the value changes.
        let token = publisher.register(observer, field: BitField(offset: offset, of: UInt64.self), begins: false)
        _ = publisher.noted(token, function, at: site)
        InitialChildren.make { [publisher] in
            publisher.begin(observer)
            reconciler.saved = nil
        }
    }

    /// Lets the scene give the elements of a stack ids that were not used before, right after each commit. A path that
    /// cannot be written is left alone.
    func correctIDs<Route>(of field: KeyPath<Definition.State, SceneStack<Route>>) {
        guard reconciler(of: field) == nil else { return }
        let offset = MemoryLayout<Definition.State>.offset(of: field)
        let writable = field as? WritableKeyPath<Definition.State, SceneStack<Route>>
        guard offset != nil || writable != nil else { return }
        var history = SceneStack<Route>.History()
        publisher.addCorrection { state in
            let state = state.assumingMemoryBound(to: Definition.State.self)
            var corrected: SceneStack<Route>?
            let isThere = withField(of: field, at: offset, in: state) { corrected = history.correct($0.pointee) }
            if !isThere { history.forgetElements() }
            guard let corrected else { return }
            if let offset {
                (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: SceneStack<Route>.self).pointee =
                    corrected
            } else if let writable {
                state.pointee[keyPath: writable] = corrected
            }
        }
    }

    private func reportSecondDeclaration(of field: AnyKeyPath, at site: CallSite) {
        let name = ScenePlace(field: field, id: nil).fieldName
        let text =
            "The children of \(name) are declared a second time. The first declaration stays, this one is ignored. "
            + "Declare the children of a value once, where the scene is assembled."
        publisher.report(.other(text), at: site)
    }

    /// Reports a navigation value that is another one each time it is read, such as `Presented(number)` in a computed
    /// property. Its children would be made again at every commit.
    private func reportChangingValue<Value>(of field: KeyPath<Definition.State, Value>, at site: CallSite) {
        guard !publisher.flags.contains(.mutating) else { return }
        // Every navigation value begins with a number that is used once.
        func number() -> UInt64? {
            var number: UInt64?
            withField(of: field, at: nil, in: publisher.storage) { number = UnsafeRawPointer($0).load(as: UInt64.self) }
            return number
        }
        guard number() != number() else { return }
        let name = ScenePlace(field: field, id: nil).fieldName
        let text =
            "The value of \(name) is a new one each time it is read, so its children are made again at every commit. "
            + "Store it in the state instead of computing it."
        publisher.report(.other(text), at: site)
    }

    func reconciler(of field: AnyKeyPath) -> ChildReconciler? {
        publisher.extras?.childReconcilers.first { $0.field.path == field }
    }

    /// Returns a child that follows a field, and registers the read with the Observation framework. `find` returns the
    /// index and the origin of the element.
    func child<Value, Child: SceneDefinition>(
        following field: KeyPath<Definition.State, Value>, _ find: (Value) -> (index: Int, origin: UInt64)?
    ) -> SceneRuntime<Child>? {
        guard publisher.mayRead(), let reconciler = reconciler(of: field) else { return nil }
        if !isStopped { reconciler.field.noteRead() }
        var child: (any SceneNode)?
        defer { withExtendedLifetime(publisher) {} }
        withField(of: field, at: MemoryLayout<Definition.State>.offset(of: field), in: publisher.storage) {
            if let found = find($0.pointee) { child = reconciler.scene(at: found.index, of: found.origin) }
        }
        guard let child = child as? SceneRuntime<Child>, !child.isStopped else { return nil }
        return child
    }
}

/// Creates the children that an initial state requires, at the moment they are declared.
///
/// The assembly of a child declares and creates its own children, so that each level of the tree is a nested call.
/// Beyond a depth that real trees do not reach, children are created later, level by level. Otherwise the call stack
/// could overflow.
@MainActor
private enum InitialChildren {
    private static let greatestDepth = 32
    private static var depth = 0
    /// The children beyond the depth limit that must still be created, in the order of their declarations.
    private static var waiting = Queue<() -> Void>()

    static func make(_ body: @escaping () -> Void) {
        guard depth < greatestDepth else { return waiting.append(body) }
        depth += 1
        body()
        if depth == greatestDepth {
            while let next = waiting.popFirst() { next() }
        }
        depth -= 1
    }
}

/// What the declarations of children have in common.
extension SceneRuntime {
    /// Keeps children in step with a navigation value, after each commit that changes it. Bound to this scene, and ends with
    /// it.
    ///
    /// - Parameter update: Called with the value where it lies in the state.
    func follow<Value>(
        _ field: KeyPath<Definition.State, Value>,
        _ update: @escaping (SceneRuntime, UnsafePointer<Value>, ChildReconciler) -> Void
    ) {
        let extras = publisher.ensureExtras()
        let reconciler = ChildReconciler(
            field: field, declaration: extras.childReconcilers.count, saved: extras.restoration?.children)
        extras.childReconcilers.append(reconciler)
        let offset = MemoryLayout<Definition.State>.offset(of: field)
        // The scene keeps its observers, which therefore must not keep the scene.
        let observer = WholeObserver(owner: self) { [weak self] state in
            guard let self else { return }
            withField(of: field, at: offset, in: state.assumingMemoryBound(to: Definition.State.self)) {
                update(self, $0, reconciler)
            }
        }
        // All navigation values begin with a number that changes when they do.
        publisher.register(observer, field: BitField(offset: offset, of: UInt64.self), initially: false)
        InitialChildren.make { [publisher] in
            publisher.show(to: observer)
            reconciler.forgetSaved()
        }
    }

    /// Takes a scene as the child of an element.
    func adopt<Child: SceneDefinition>(_ child: SceneRuntime<Child>, at place: ScenePlace) {
        child.publisher.take(place)
        add(child)
    }

    /// Takes any kind of scene as the child of an element.
    func adopt(_ child: any SceneNode, at place: ScenePlace) {
        (child as? any PlacedScene)?.take(place)
        add(child)
    }

    /// What keeps the children that follow a field.
    func reconciler(of field: AnyKeyPath) -> ChildReconciler? {
        publisher.extras?.childReconcilers.first { $0.field == field } as? ChildReconciler
    }
}

/// A scene whose definition does not matter, which can be told where its parent keeps it.
@MainActor
protocol PlacedScene: SceneNode {
    func take(_ place: ScenePlace)
}

extension SceneRuntime: PlacedScene {
    func take(_ place: ScenePlace) {
        publisher.take(place)
    }
}

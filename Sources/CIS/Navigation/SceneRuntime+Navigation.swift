/// Child scenes that follow the state.
///
/// Declared once, in the scene's assembly. From then on state decides: the mutation that presents makes the child exist
/// after its commit, the one that dismisses stops and releases it. Observers registered later find the children in
/// step with the state they are shown.
///
/// The declaration lives as long as the scene. Inside its closures use the scene that they are given: a closure that
/// captures the scene keeps it alive for ever.
extension SceneRuntime {
    /// Keeps a child in step with a ``Presented`` value.
    ///
    /// - Parameters:
    ///   - field: The path to the value.
    ///   - make: Assembles the child from what is presented. Called once per presentation.
    ///   - onOutput: Called on the main actor with this scene and what the child tells.
    public func present<Value, Child: SceneDefinition>(
        _ field: KeyPath<Definition.State, Presented<Value>>, make: @escaping (Value) -> SceneRuntime<Child>,
        onOutput: @escaping @MainActor (SceneRuntime, Child.Output) -> Void
    ) {
        followPresented(field) { scene, value in
            let child = make(value)
            scene.add(child, onOutput: onOutput)
            return child
        }
    }

    /// Keeps a child that has nothing to tell in step with a ``Presented`` value.
    ///
    /// - Parameters:
    ///   - field: The path to the value.
    ///   - make: Assembles the child from what is presented. Called once per presentation.
    public func present<Value>(
        _ field: KeyPath<Definition.State, Presented<Value>>, make: @escaping (Value) -> any SceneNode
    ) {
        followPresented(field) { scene, value in
            let child = make(value)
            scene.add(child)
            return child
        }
    }

    /// Keeps one child per screen of a ``SceneStack``.
    ///
    /// - Parameters:
    ///   - field: The path to the stack.
    ///   - make: Assembles the child of a route, and connects its outputs to this scene, which it is given: with
    ///     ``add(_:onOutput:)``, or through the child's port. Called once per element.
    public func stack<Route>(
        _ field: KeyPath<Definition.State, SceneStack<Route>>, make: @escaping (SceneRuntime, Route) -> any SceneNode
    ) {
        follow(field) { scene, state, keeper in
            keeper.reconcile(state.pointee[keyPath: field].elements) { route in
                guard !scene.isStopped else { return nil }
                let child = make(scene, route)
                scene.add(child)
                return child
            }
        }
    }

    /// The child of an element of a stack that was declared with ``stack(_:make:)``: what a front end renders for
    /// ``SceneStack/top``.
    ///
    /// - Parameters:
    ///   - field: The path to the stack, as it was declared.
    ///   - id: The element.
    /// - Returns: The child, or `nil` if the element is not in the stack, or the stack was not declared.
    /// - Complexity: O(1) for the top, O(number of elements) for others.
    public func child<Route>(
        of field: KeyPath<Definition.State, SceneStack<Route>>, _ id: SceneStack<Route>.Element.ID
    ) -> (any SceneNode)? {
        publisher.rare?.childKeepers.first { $0.field == field }?.child(of: id)
    }

    private func followPresented<Value>(
        _ field: KeyPath<Definition.State, Presented<Value>>,
        make: @escaping (SceneRuntime, Value) -> any SceneNode
    ) {
        follow(field) { scene, state, keeper in
            let presented = state.pointee[keyPath: field]
            let wanted = presented.value.map {
                SceneStack.Element(id: presented.number, route: $0, origin: presented.origin)
            }
            keeper.reconcile(wanted.map { [$0] } ?? []) { scene.isStopped ? nil : make(scene, $0) }
        }
    }

    /// Adds and removes children after each commit. Bound to this scene, and ends with it.
    private func follow(
        _ field: PartialKeyPath<Definition.State>,
        _ reconcile: @escaping (SceneRuntime, UnsafePointer<Definition.State>, ChildKeeper) -> Void
    ) {
        let rare = publisher.rareParts()
        let keeper = ChildKeeper(
            field: field, declaration: rare.childKeepers.count, saved: rare.restoration?.children,
            report: { [weak publisher] in publisher?.report($0) }, remove: { [weak self] in self?.remove($0) })
        rare.childKeepers.append(keeper)
        // The scene keeps its observers, which therefore must not keep the scene.
        let observer = WholeObserver(owner: self) { [weak self] state in
            guard let self else { return }
            reconcile(self, state.assumingMemoryBound(to: Definition.State.self), keeper)
        }
        publisher.register(observer, field: nil, initially: false)
        FirstChildren.make { [publisher] in
            publisher.show(to: observer)
            keeper.forgetSaved()
        }
    }
}

/// Child scenes that follow the state.
///
/// Declare them once, in the scene's assembly. From then on the state decides: after a commit that presents a value,
/// the child exists; after a commit that dismisses it, the child is stopped and released. Observers that are registered
/// after the declaration see a state and the children that belong to it.
///
/// A child that is stopped by hand is no child any more. It is not made again for the same element, only for a new one.
///
/// A declaration lives as long as the scene. In its closures, use the scene that they receive as a parameter. A closure
/// that captures the scene keeps it alive for ever.
extension SceneRuntime {
    // MARK: One scene

    /// Keeps a child in step with a ``Presented`` value.
    ///
    /// - Parameters:
    ///   - field: The path to the value.
    ///   - make: Assembles the child from this scene and the presented value. Called once per presentation.
    ///   - onOutput: Called on the main actor with this scene and the child's output.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public func present<Value, Child: SceneDefinition>(
        _ field: KeyPath<Definition.State, Presented<Value>>,
        make: @escaping @MainActor (SceneRuntime, Value) -> SceneRuntime<Child>,
        onOutput: @escaping @MainActor (SceneRuntime, Child.Output) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let site = CallSite(fileID: fileID, line: line)
        let makeChild: @MainActor (SceneRuntime, Value) -> any SceneNode = { scene, value in
            let child = make(scene, value)
            child.outputs?.connect(to: scene, "onOutput of present", at: site, onOutput)
            return child
        }
        present(field, make: makeChild, fileID: fileID, line: line)
    }

    /// Keeps a child in step with a ``Presented`` value, also children of different definitions; see
    /// ``present(_:make:onOutput:fileID:line:)``.
    ///
    /// `make` connects the outputs of a child, if it has any, with ``add(_:onOutput:fileID:line:)`` or through its
    /// port.
    public func present<Value>(
        _ field: KeyPath<Definition.State, Presented<Value>>,
        make: @escaping @MainActor (SceneRuntime, Value) -> any SceneNode,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let site = CallSite(fileID: fileID, line: line)
        declareChildren(of: field, "present", at: site) { scene, presented, reconciler in
            reconciler.follow(presented.pointee) { make(scene, $0) }
        }
    }

    /// The child of a ``Presented`` value, if one is presented and has this definition. `nil` while
    /// ``Store/mutate(_:by:)`` runs, which is reported.
    ///
    /// A read inside `withObservationTracking` or a SwiftUI body is tracked: the reader is invalidated when a child of
    /// this declaration has been made or stopped.
    ///
    /// - Parameters:
    ///   - field: The path to the value, as in the declaration of the child.
    ///   - definition: The definition of the child. Can be omitted where the type is known.
    /// - Complexity: O(1) for the lookup, plus one comparison per declaration.
    public func child<Value, Child: SceneDefinition>(
        of field: KeyPath<Definition.State, Presented<Value>>, as definition: Child.Type = Child.self
    ) -> SceneRuntime<Child>? {
        child(following: field) { (0, $0.origin.number) }
    }

    // MARK: A stack

    /// Keeps one child per screen of a ``SceneStack``.
    ///
    /// - Parameters:
    ///   - field: The path to the stack.
    ///   - make: Assembles the child from this scene and the element: its route, and its id for
    ///     ``SceneStack/pop(from:)``. Called once per element.
    ///   - onOutput: Called on the main actor with this scene, the id of the element, and the child's output.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public func stack<Route, Child: SceneDefinition>(
        _ field: KeyPath<Definition.State, SceneStack<Route>>,
        make: @escaping @MainActor (SceneRuntime, SceneStack<Route>.Element) -> SceneRuntime<Child>,
        onOutput: @escaping @MainActor (SceneRuntime, SceneStack<Route>.Element.ID, Child.Output) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let site = CallSite(fileID: fileID, line: line)
        let makeChild: @MainActor (SceneRuntime, SceneStack<Route>.Element) -> any SceneNode = { scene, element in
            let child = make(scene, element)
            child.outputs?.connect(to: scene, "onOutput of stack", at: site) { scene, output in
                onOutput(scene, element.id, output)
            }
            return child
        }
        stack(field, make: makeChild, fileID: fileID, line: line)
    }

    /// Keeps one child per screen of a ``SceneStack``, also of different definitions; see
    /// ``stack(_:make:onOutput:fileID:line:)``.
    ///
    /// `make` connects the outputs of a child, if it has any, with ``add(_:onOutput:fileID:line:)`` or through its
    /// port.
    public func stack<Route>(
        _ field: KeyPath<Definition.State, SceneStack<Route>>,
        make: @escaping @MainActor (SceneRuntime, SceneStack<Route>.Element) -> any SceneNode,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        correctIDs(of: field)
        let site = CallSite(fileID: fileID, line: line)
        declareChildren(of: field, "stack", at: site) { scene, stack, reconciler in
            reconciler.follow(stack.pointee.elements) { make(scene, $0) }
        }
    }

    /// The child of an element of a ``SceneStack``, if the element is in the stack and the child has this definition;
    /// see ``child(of:as:)``. A front end renders the child of ``SceneStack/top``.
    ///
    /// - Complexity: O(1) for the top and O(log *n*) for other elements, plus one comparison per declaration.
    public func child<Route, Child: SceneDefinition>(
        of field: KeyPath<Definition.State, SceneStack<Route>>, _ id: SceneStack<Route>.Element.ID,
        as definition: Child.Type = Child.self
    ) -> SceneRuntime<Child>? {
        child(following: field) { stack in
            stack.index(of: id).map { ($0, stack.elements[$0].origin.number) }
        }
    }
}

extension SceneRuntime: SceneNode {
    /// The store's publisher.
    public var _core: AnyObject? { publisher }

    /// The scenes that this one owns and that have not been stopped, in the order in which they were added.
    ///
    /// The children of a ``SceneList`` are in the order of their creation, too. To get them in the order of the list,
    /// call `child(of:)` with the ids of its items.
    ///
    /// - Complexity: O(number of children).
    public var children: [any SceneNode] { publisher.extras?.children.all.filter { !$0.isKnownToBeStopped } ?? [] }

    /// The running and waiting actions as text: their values in debug builds and traced scenes, otherwise a count.
    public var actionDescriptions: [String] { publisher.knownRegistry?.descriptions() ?? [] }

    /// The state as text, or `(being changed)` while ``Store/mutate(_:by:)`` runs.
    public var stateDescription: String {
        publisher.flags.contains(.mutating) ? "(being changed)" : "\(publisher.state)"
    }

    /// Adds a child. This scene owns it, receives its outputs, and stops it when it is stopped itself.
    ///
    /// - Parameters:
    ///   - child: The child, created with the initial state that the parent gives it.
    ///   - onOutput: Called on the main actor with this scene and the child's output, inside the child's `send`. It is
    ///     called at once for outputs that the child has sent before in this turn of the main actor.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: The child, so that the `make` closure of a stack or list with children of several definitions can
    ///   return it.
    @discardableResult
    public func add<Child: SceneDefinition>(
        _ child: SceneRuntime<Child>, onOutput: @escaping @MainActor (SceneRuntime, Child.Output) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SceneRuntime<Child> {
        let site = CallSite(fileID: fileID, line: line)
        guard publisher.add(child, at: site) else { return child }
        child.outputs?.connect(to: self, "onOutput of add", at: site, onOutput)
        child.publisher.port?.deliverEarlyOutputs()
        return child
    }

    /// Adds a child that has no outputs or whose outputs are connected already. Adding the same child again has no
    /// effect.
    ///
    /// A scene that was stopped, or that is this scene or above it, is reported and not added. A scene that is the
    /// child of another one is reported.
    public func add(_ child: some SceneNode, fileID: StaticString = #fileID, line: UInt = #line) {
        guard publisher.add(child, at: CallSite(fileID: fileID, line: line)) else { return }
        child.knownCore?.port?.deliverEarlyOutputs()
    }

    /// Stops a child and releases it. Does nothing for a scene that is not a child.
    ///
    /// Use it for children that were added with `add`. A child that follows the state ends when the state no longer
    /// contains its element; until then it is only stopped, and a snapshot contains its last state.
    ///
    /// - Complexity: O(1).
    public func remove(_ child: any SceneNode) {
        publisher.remove(child)
    }
}

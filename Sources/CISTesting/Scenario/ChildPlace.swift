public import CIS

/// Identifies a child scene by its place: the field of the parent's state, and the element.
///
/// The place is written like the arguments of the runtime's `child(of:)`. Pass it as `in:` to `when` and `then`:
///
/// ```swift
/// await test.when(
///     "the second row is tapped", in: .child(of: \.rows, 2, as: Row.self),
///     .tapped)
/// test.then(
///     "it is marked", in: .child(of: \.rows, 2, as: Row.self),
///     \.isMarked == true)
/// ```
///
/// For a child of a child, also pass the place of its parent:
///
/// ```swift
/// in: .child(
///     of: \.sheet, as: Editor.self, in: .child(of: \.rows, 2, as: Row.self))
/// ```
///
/// A place is looked up each time it is used, so it can be kept in a constant even if the child is created and stopped
/// repeatedly.
@MainActor
public struct ChildPlace<Root: SceneDefinition, Child: SceneDefinition> {
    /// Finds the scene, if it exists.
    let find: (SceneRuntime<Root>) -> SceneRuntime<Child>?
    /// The name of the scene in messages: `Row[2]`. A function, because Swift looks up the name of a field slowly.
    let name: @Sendable () -> String

    private init(
        name: @escaping @Sendable () -> String, find: @escaping (SceneRuntime<Root>) -> SceneRuntime<Child>?
    ) {
        self.name = name
        self.find = find
    }

    private init(_ place: ScenePlace, _ find: @escaping (SceneRuntime<Root>) -> SceneRuntime<Child>?) {
        let child = "\(Child.self)"
        name = { "\(child)[\(place.text)]" }
        self.find = find
    }

    private init<Parent>(
        _ place: ScenePlace, in parent: ChildPlace<Root, Parent>,
        _ find: @escaping (SceneRuntime<Parent>) -> SceneRuntime<Child>?
    ) {
        let (child, above) = ("\(Child.self)", parent.name)
        name = { "\(child)[\(place.text)] of \(above())" }
        self.find = { root in parent.find(root).flatMap(find) }
    }

    // MARK: Below the scene of the scenario

    /// The child of an element of a `SceneList`.
    ///
    /// - Parameters:
    ///   - field: The path to the list.
    ///   - id: The id of the item.
    ///   - definition: The definition of the child.
    public static func child<Item>(
        of field: KeyPath<Root.State, SceneList<Item>>, _ id: Item.ID, as definition: Child.Type = Child.self
    ) -> ChildPlace where Item.ID: Sendable {
        ChildPlace(ScenePlace(field: field, id: id)) { $0.child(of: field, id) }
    }

    /// The child of an element of a `SceneStack`.
    ///
    /// - Parameters:
    ///   - field: The path to the stack.
    ///   - id: The id of the element. The first element that was ever pushed has the id 1.
    ///   - definition: The definition of the child.
    public static func child<Route>(
        of field: KeyPath<Root.State, SceneStack<Route>>, _ id: SceneStack<Route>.Element.ID,
        as definition: Child.Type = Child.self
    ) -> ChildPlace {
        ChildPlace(ScenePlace(field: field, id: id)) { $0.child(of: field, id) }
    }

    /// The child of a `Presented` value.
    ///
    /// - Parameters:
    ///   - field: The path to the value.
    ///   - definition: The definition of the child.
    public static func child<Value>(
        of field: KeyPath<Root.State, Presented<Value>>, as definition: Child.Type = Child.self
    ) -> ChildPlace {
        ChildPlace(ScenePlace(field: field, id: nil)) { $0.child(of: field) }
    }

    /// The child of the top element of a `SceneStack`, whichever that is.
    ///
    /// - Parameters:
    ///   - field: The path to the stack.
    ///   - definition: The definition of the child.
    public static func top<Route>(
        of field: KeyPath<Root.State, SceneStack<Route>>, as definition: Child.Type = Child.self
    ) -> ChildPlace {
        let (child, place) = ("\(Child.self)", ScenePlace(field: field, id: nil))
        return ChildPlace(
            name: { "\(child)[top of \(place.text)]" },
            find: { scene in
                readableValue(at: field, in: scene.state)?.top.flatMap { scene.child(of: field, $0.id) }
            })
    }

    // MARK: Below another child

    /// The child of an element of a `SceneList`, in a scene that is itself a child.
    ///
    /// - Parameters:
    ///   - field: The path to the list.
    ///   - id: The id of the item.
    ///   - definition: The definition of the child.
    ///   - parent: The place of the child's parent.
    public static func child<Item, Parent: SceneDefinition>(
        of field: KeyPath<Parent.State, SceneList<Item>>, _ id: Item.ID, as definition: Child.Type = Child.self,
        in parent: ChildPlace<Root, Parent>
    ) -> ChildPlace where Item.ID: Sendable {
        ChildPlace(ScenePlace(field: field, id: id), in: parent) { $0.child(of: field, id) }
    }

    /// The child of an element of a `SceneStack`, in a scene that is itself a child.
    ///
    /// - Parameters:
    ///   - field: The path to the stack.
    ///   - id: The id of the element. The first element that was ever pushed has the id 1.
    ///   - definition: The definition of the child.
    ///   - parent: The place of the child's parent.
    public static func child<Route, Parent: SceneDefinition>(
        of field: KeyPath<Parent.State, SceneStack<Route>>, _ id: SceneStack<Route>.Element.ID,
        as definition: Child.Type = Child.self, in parent: ChildPlace<Root, Parent>
    ) -> ChildPlace {
        ChildPlace(ScenePlace(field: field, id: id), in: parent) { $0.child(of: field, id) }
    }

    /// The child of a `Presented` value, in a scene that is itself a child.
    ///
    /// - Parameters:
    ///   - field: The path to the value.
    ///   - definition: The definition of the child.
    ///   - parent: The place of the child's parent.
    public static func child<Value, Parent: SceneDefinition>(
        of field: KeyPath<Parent.State, Presented<Value>>, as definition: Child.Type = Child.self,
        in parent: ChildPlace<Root, Parent>
    ) -> ChildPlace {
        ChildPlace(ScenePlace(field: field, id: nil), in: parent) { $0.child(of: field) }
    }
}

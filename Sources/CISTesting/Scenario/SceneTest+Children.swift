public import CIS

/// Finding child scenes.
extension SceneTest {
    /// The child of an element of a `SceneList`. Fails the test if there is no such child.
    ///
    /// - Parameters:
    ///   - field: The path to the list.
    ///   - id: The id of the item.
    ///   - definition: The definition of the child.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func child<Item, Child: SceneDefinition>(
        of field: KeyPath<Definition.State, SceneList<Item>>, _ id: Item.ID, as definition: Child.Type = Child.self,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> SceneRuntime<Child>? where Item.ID: Sendable {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        return find(.child(of: field, id, as: definition), at: place)
    }

    /// The child of an element of a `SceneStack`. Fails the test if there is no such child.
    ///
    /// - Parameters:
    ///   - field: The path to the stack.
    ///   - id: The id of the element. The first element that was ever pushed has the id 1.
    ///   - definition: The definition of the child.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func child<Route, Child: SceneDefinition>(
        of field: KeyPath<Definition.State, SceneStack<Route>>, _ id: SceneStack<Route>.Element.ID,
        as definition: Child.Type = Child.self, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> SceneRuntime<Child>? {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        return find(.child(of: field, id, as: definition), at: place)
    }

    /// The child of a `Presented` value. Fails the test if there is no such child.
    ///
    /// - Parameters:
    ///   - field: The path to the value.
    ///   - definition: The definition of the child.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func child<Value, Child: SceneDefinition>(
        of field: KeyPath<Definition.State, Presented<Value>>, as definition: Child.Type = Child.self,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> SceneRuntime<Child>? {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        return find(.child(of: field, as: definition), at: place)
    }

    /// The scene at a place. Fails the test if there is no scene. In runs with injected faults it does not fail, because the
    /// child may never have been created.
    func find<Child>(_ child: ChildPlace<Definition, Child>, at place: SourcePlace) -> SceneRuntime<Child>? {
        let found = child.find(scene)
        if found == nil, !run.injectsFaults {
            run.fail("There is no scene \(child.name()). The tree:\n\(scene.treeDescription)", at: place)
        }
        return found
    }
}

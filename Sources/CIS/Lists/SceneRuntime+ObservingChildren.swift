extension SceneRuntime {
    /// Observes one value of each child of a list. Use it, for example, to keep a sum or a count without reading all
    /// children.
    ///
    /// Declare it in the assembly, after the list. With the old and the new value, a mutation keeps a sum in O(1):
    ///
    /// ```swift
    /// scene.list(\.rows) { _, row in Row.assemble(row) }
    /// scene.observeChildren(of: \.rows, \.taps, as: Row.self) { [store] _, _, old, new in
    ///     store.execute(.tapsChanged(by: (new ?? 0) - (old ?? 0)))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - list: The path to the list, as it was declared with ``list(_:make:onChange:onOutput:fileID:line:)``.
    ///   - field: The path to the value, in the state of a child.
    ///   - definition: The definition of the children. Children of other definitions are not observed.
    ///   - onChange: Called with this scene, the id of the item, the old and the new value. The old value is `nil` for
    ///     a new child, and the new value is `nil` for a removed child. Called at once for each existing child.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: A token to end the observation early. It may be ignored; the observation ends with the scene.
    /// - Complexity: The cost of one observer in each child.
    @discardableResult
    public func observeChildren<Item, Child: SceneDefinition, Value: Equatable>(
        of list: KeyPath<Definition.State, SceneList<Item>>, _ field: KeyPath<Child.State, Value>,
        as definition: Child.Type = Child.self,
        onChange: @escaping @MainActor (SceneRuntime, _ id: Item.ID, _ old: Value?, _ new: Value?) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        let watcher = ValueWatcher<Definition, Child, Item.ID, Value>(self, field, onChange)
        if let reconciler = reconciler(of: list) {
            watcher.reconciler = reconciler
            reconciler.add(watcher, in: publisher)
        } else if !isStopped {
            let name = ScenePlace(field: list, id: nil).fieldName
            let text = "The children of \(name) cannot be observed before list(\\.\(name)) is declared."
            publisher.report(SceneDiagnostic(kind: .other(text), scene: identity))
        }
        return publisher.noted(ObservationToken(watcher), "observeChildren", fileID, line)
    }
}

/// Observes one value of each child.
// Unchecked because its superclass is. Its own properties are constant or isolated to the main actor.
private final class ValueWatcher<
    Parent: SceneDefinition, Child: SceneDefinition, ID: Hashable, Value: Equatable
>: ChildWatcher, @unchecked Sendable {
    private struct Entry {
        let id: ID
        /// `nil` as long as the value could not be read.
        var value: Value?
        let token: ObservationToken
    }

    typealias OnChange = @MainActor (SceneRuntime<Parent>, ID, Value?, Value?) -> Void

    private let field: KeyPath<Child.State, Value>
    @MainActor private weak let parent: SceneRuntime<Parent>?
    @MainActor private var entries: [UInt64: Entry] = [:]
    @MainActor private var onChange: OnChange?

    @MainActor
    init(_ parent: SceneRuntime<Parent>, _ field: KeyPath<Child.State, Value>, _ onChange: @escaping OnChange) {
        self.parent = parent
        self.field = field
        self.onChange = onChange
    }

    override func added(_ origin: UInt64, _ id: any Sendable, _ child: any SceneNode) {
        guard let child = child as? SceneRuntime<Child>, let id = id as? ID, isActive else { return }
        if child.publisher.flags.contains(.mutating) { child.publisher.refuseRead() }
        var value: Value?
        withField(of: field, at: MemoryLayout<Child.State>.offset(of: field), in: child.publisher.storage) {
            value = $0.pointee
        }
        let token = child.observe(field, initially: false) { [weak self] in self?.changed(origin, $0) }
        entries[origin] = Entry(id: id, value: value, token: token)
        if let value { tell(id, nil, value) }
    }

    override func removed(_ origin: UInt64) {
        if let entry = entries.removeValue(forKey: origin), let value = entry.value { tell(entry.id, value, nil) }
    }

    @MainActor
    private func changed(_ origin: UInt64, _ value: Value) {
        guard let entry = entries[origin] else { return }
        entries[origin]?.value = value
        tell(entry.id, entry.value, value)
    }

    @MainActor
    private func tell(_ id: ID, _ old: Value?, _ new: Value?) {
        if let parent, isActive { onChange?(parent, id, old, new) }
    }

    override func discard() {
        super.discard()
        // Released last, because objects that they held may call back.
        let released = (entries, onChange)
        (entries, onChange) = ([:], nil)
        withExtendedLifetime(released) {}
    }
}

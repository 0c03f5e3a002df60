#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UIControl {
    /// Executes an action of a scene whenever the control sends one of the given events.
    ///
    /// The control does not keep the scene alive. After the end of the scene its events have no effect.
    ///
    /// To show state, observe the scene on behalf of the view controller:
    /// `scene.observe(\.title, on: self) { screen, title in screen.label.text = title }`.
    ///
    /// - Parameters:
    ///   - action: The action to execute.
    ///   - scene: The scene that handles it.
    ///   - events: The events of the control. The default is a tap.
    public func execute<Definition: SceneDefinition>(
        _ action: Definition.Action, on scene: SceneRuntime<Definition>,
        for events: UIControl.Event = .primaryActionTriggered
    ) {
        addAction(UIAction { [weak scene] _ in scene?.execute(action) }, for: events)
    }
}

extension SceneRuntime {
    /// Shows a field in a control, and executes an action for each value that the user sets; see <doc:EmbeddingAScene>.
    ///
    /// The control keeps what the user has set until the action begins, at the latest until the end of the turn. Then it
    /// shows what the state has, for example if the store has refused or shortened the value. The control does not keep
    /// the scene alive.
    ///
    /// - Parameters:
    ///   - field: The field to show.
    ///   - control: The control. It is held weakly; the observation ends with it.
    ///   - property: The value of the control. It is set only if it differs from the field, so that the cursor of a text
    ///     field stays where it is.
    ///   - events: The events with which the control tells that the user has set a value.
    ///   - action: Returns the action for the value that the user has set.
    /// - Returns: A token to show the field no longer. It may be ignored, and does not end it when released.
    @discardableResult
    public func show<Value: Equatable & Sendable, Control: UIControl>(
        _ field: KeyPath<Definition.State, Value>, in control: Control,
        as property: ReferenceWritableKeyPath<Control, Value>, for events: UIControl.Event = .valueChanged,
        action: @escaping @MainActor (Value) -> Definition.Action
    ) -> ObservationToken {
        show(field, in: control, for: events, action: action) {
            $0[keyPath: property]
        } set: {
            $0[keyPath: property] = $1
        }
    }

    /// Shows a field in a control whose value is optional, such as the text of a `UITextField`; see the other form. `nil`
    /// executes no action.
    @discardableResult
    public func show<Value: Equatable & Sendable, Control: UIControl>(
        _ field: KeyPath<Definition.State, Value>, in control: Control,
        as property: ReferenceWritableKeyPath<Control, Value?>, for events: UIControl.Event = .valueChanged,
        action: @escaping @MainActor (Value) -> Definition.Action
    ) -> ObservationToken {
        show(field, in: control, for: events, action: action) {
            $0[keyPath: property]
        } set: {
            $0[keyPath: property] = $1
        }
    }

    private func show<Value: Equatable & Sendable, Control: UIControl>(
        _ field: KeyPath<Definition.State, Value>, in control: Control, for events: UIControl.Event,
        action: @escaping @MainActor (Value) -> Definition.Action, get: @escaping @MainActor (Control) -> Value?,
        set: @escaping @MainActor (Control, Value) -> Void
    ) -> ObservationToken {
        let show: @MainActor (SceneRuntime, Control) -> Void = { scene, control in
            // The action may have removed the row that the control shows.
            guard let value = BoundField(field, of: scene, action: action).readableValue else { return }
            if get(control) != value { set(control, value) }
        }
        let handle = UIAction { [weak self, weak control] _ in
            guard let self, let control, let value = get(control) else { return }
            BoundField(field, of: self, action: action).set(value) { [weak self, weak control] in
                if let self, let control { show(self, control) }
            }
        }
        control.addAction(handle, for: events)
        return observe(field, on: control) { [weak self] control, _ in
            if let self { show(self, control) }
        }
    }

    /// Keeps a section of a table in step with a list: it inserts, moves and removes rows, and reconfigures rows whose
    /// items or scenes were replaced.
    ///
    /// ```swift
    /// let rows = UITableViewDiffableDataSource<Int, Board.Item.ID>(
    ///     tableView: table
    /// ) { [board] table, path, id in
    ///     let row = table.dequeueReusableCell(withIdentifier: "row", for: path)
    ///     let cell = row as? RowCell
    ///     cell?.show(board.child(of: \.rows, id, as: Row.self))
    ///     return cell
    /// }
    /// board.show(\.rows, in: rows, section: 0)
    /// ```
    ///
    /// If a cell shows a child scene, let the cell observe that child with `observe(_:on:onChange:)`.
    ///
    /// - Parameters:
    ///   - field: The path to the list.
    ///   - dataSource: The data source. It is held weakly; the observation ends with it.
    ///   - section: The section that shows the list. It is appended if the data source does not have it. Other sections
    ///     stay as they are. Items in different sections must have different ids, because UIKit stops the program if an
    ///     id occurs twice in a data source.
    ///   - animated: Whether changes are animated. The initial list is shown without an animation.
    /// - Complexity: O(*n*) for each commit that changes the list, because the data source computes the difference.
    @discardableResult
    public func show<Item, Section: Hashable & Sendable>(
        _ field: KeyPath<Definition.State, SceneList<Item>>,
        in dataSource: UITableViewDiffableDataSource<Section, Item.ID>, section: Section, animated: Bool = true
    ) -> ObservationToken where Item.ID: Sendable {
        observeChanges(of: field, on: dataSource) { dataSource, changes in
            let (snapshot, isFirst) = dataSource.snapshot().showing(changes, in: section)
            dataSource.apply(snapshot, animatingDifferences: animated && !isFirst)
        }
    }

    /// Keeps a section of a collection in step with a list; see the form for tables.
    @discardableResult
    public func show<Item, Section: Hashable & Sendable>(
        _ field: KeyPath<Definition.State, SceneList<Item>>,
        in dataSource: UICollectionViewDiffableDataSource<Section, Item.ID>, section: Section, animated: Bool = true
    ) -> ObservationToken where Item.ID: Sendable {
        observeChanges(of: field, on: dataSource) { dataSource, changes in
            let (snapshot, isFirst) = dataSource.snapshot().showing(changes, in: section)
            dataSource.apply(snapshot, animatingDifferences: animated && !isFirst)
        }
    }
}

extension NSDiffableDataSourceSnapshot where ItemIdentifierType: Sendable {
    /// This snapshot with a list in one of its sections, and whether the section is new.
    fileprivate func showing<Item>(
        _ changes: SceneListChanges<Item>, in section: SectionIdentifierType
    ) -> (snapshot: Self, isFirst: Bool) where Item.ID == ItemIdentifierType {
        var snapshot = self
        let isFirst = indexOfSection(section) == nil
        if isFirst { snapshot.appendSections([section]) }
        let shown = snapshot.itemIdentifiers(inSection: section)
        snapshot.deleteItems(shown)
        snapshot.appendItems(changes.list.ids, toSection: section)
        // UIKit accepts each item only once, and only items that were shown before.
        snapshot.reconfigureItems(Array(changes.replaced.intersection(shown)))
        return (snapshot, isFirst)
    }
}

extension SceneListChanges {
    /// The items in the list that may have changed or have another scene: all of them, if the steps are not known. An item
    /// that was removed and inserted again has another scene.
    fileprivate var replaced: Set<Item.ID> {
        guard let steps else { return Set(list.ids) }
        let replaced = steps.compactMap { step -> Item.ID? in
            switch step {
            case .inserted(let id, _), .replaced(let id, _): id
            case .removed, .moved: nil
            }
        }
        return Set(replaced.filter(list.contains(id:)))
    }
}
#endif

#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// Lists of scenes in tables and collections.
extension SceneRuntime {
    /// Keeps a section of a table in step with a list: it inserts, moves and removes rows, and reconfigures rows whose
    /// items were replaced.
    ///
    /// ```swift
    /// let rows = UITableViewDiffableDataSource<Int, Board.Item.ID>(tableView: table) { [board] table, path, id in
    ///     let cell = table.dequeueReusableCell(withIdentifier: "row", for: path) as? RowCell
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
    /// - Returns: A token to end the observation early. It may be ignored, and does not end it when released.
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
    /// The items in the list that may have changed: all of them, if the steps are not known.
    fileprivate var replaced: Set<Item.ID> {
        guard let steps else { return Set(list.ids) }
        let replaced = steps.compactMap { if case .replaced(let id, _) = $0 { id } else { nil } }
        return Set(replaced.filter(list.contains(id:)))
    }
}
#endif

// What the adapter and the client beside this folder use of UIKit, with Apple's signatures. Only compiled.

public import Foundation

@MainActor
open class UIResponder {
    public init() {}
}

@MainActor
open class UIView: UIResponder {}

@MainActor
open class UIViewController: UIResponder {
    open var title: String?
    open var view: UIView?
    open func loadView() {}
    open func viewDidLoad() {}
}

@MainActor
open class UIAction {
    public typealias Handler = @MainActor (UIAction) -> Void
    public init(handler: @escaping Handler) {}
}

@MainActor
open class UIControl: UIView {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let touchUpInside = Event(rawValue: 1 << 6)
    }
    open func addAction(_ action: UIAction, for controlEvents: Event) {}
}

open class UIButton: UIControl {}

open class UILabel: UIView {
    open var text: String?
    open var numberOfLines = 1
}

// MARK: - Diffable data sources

public struct NSDiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
    public init() {}
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { nil }
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] { [] }
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {}
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {}
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {}
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {}
}

@MainActor
@preconcurrency
open class UITableViewDiffableDataSource<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
    public typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {}
    nonisolated open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {}
    nonisolated open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true
    ) async {}
    nonisolated open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
        NSDiffableDataSourceSnapshot()
    }
}

@MainActor
@preconcurrency
open class UICollectionViewDiffableDataSource<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
    public typealias CellProvider = (UICollectionView, IndexPath, ItemIdentifierType) -> UICollectionViewCell?
    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {}
    nonisolated open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {}
    nonisolated open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true
    ) async {}
    nonisolated open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
        NSDiffableDataSourceSnapshot()
    }
}

open class UITableView: UIView {
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
    }
}

open class UITableViewCell: UIView {
    open var textLabel: UILabel?
}

open class UICollectionView: UIView {
    open func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell {
        UICollectionViewCell()
    }
}

open class UICollectionViewCell: UIView {}

// The part of UIKit that the adapter and the client beside this folder use, with Apple's signatures. Only compiled.

public import Foundation

@MainActor
open class UIResponder {
    public init() {}
}

@MainActor
open class UIView: UIResponder {
    public enum ContentMode: Int, Sendable { case scaleToFill, scaleAspectFit, scaleAspectFill }
    open var isHidden = false
    open var contentMode = ContentMode.scaleToFill
    open var clipsToBounds = false
    open var backgroundColor: UIColor?
    open var translatesAutoresizingMaskIntoConstraints = true
    open var topAnchor: NSLayoutAnchor { NSLayoutAnchor() }
    open var bottomAnchor: NSLayoutAnchor { NSLayoutAnchor() }
    open var leadingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
    open var trailingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
    open var centerXAnchor: NSLayoutAnchor { NSLayoutAnchor() }
    open var centerYAnchor: NSLayoutAnchor { NSLayoutAnchor() }
    open var heightAnchor: NSLayoutAnchor { NSLayoutAnchor() }
    open var widthAnchor: NSLayoutAnchor { NSLayoutAnchor() }
    open var safeAreaLayoutGuide: UIView { self }
    open var accessibilityLabel: String?
    open func addSubview(_ view: UIView) {}
    open func removeFromSuperview() {}
}

@MainActor
open class UIViewController: UIResponder {
    open var title: String?
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var view: UIView!
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    open var presentedViewController: UIViewController? { nil }
    open var presentingViewController: UIViewController? { nil }
    public override init() {}
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
    public required init?(coder: NSCoder) {}
    open func loadView() {}
    open func viewDidLoad() {}
    open func viewDidDisappear(_ animated: Bool) {}
    open var isMovingFromParent: Bool { false }
    open var navigationController: UINavigationController? { nil }
    open var popoverPresentationController: UIPopoverPresentationController? { nil }
    open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {}
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
}

public enum UIModalPresentationStyle: Sendable { case automatic, fullScreen }

open class UIColor: @unchecked Sendable {
    public static let black = UIColor()
    public static let systemGray = UIColor()
    public static let systemOrange = UIColor()
    public static let systemRed = UIColor()
    public static let systemBackground = UIColor()
}

/// UIKit has a kind of anchor for each axis.
@MainActor
open class NSLayoutAnchor {
    open func constraint(equalTo anchor: NSLayoutAnchor) -> NSLayoutConstraint { NSLayoutConstraint() }
    open func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint { NSLayoutConstraint() }
}

@MainActor
open class NSLayoutConstraint {
    open var isActive = false
    open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

open class UIStackView: UIView {
    public enum Axis: Sendable { case horizontal, vertical }
    open var axis = Axis.horizontal
    open var spacing: CGFloat = 0
    open var arrangedSubviews: [UIView] { [] }
    open func addArrangedSubview(_ view: UIView) {}
    public init(arrangedSubviews views: [UIView]) {}
}

open class UIActivityIndicatorView: UIView {
    public enum Style: Sendable { case medium, large }
    public init(style: Style) {}
    open func startAnimating() {}
    open func stopAnimating() {}
}

open class UIRefreshControl: UIControl {
    open func endRefreshing() {}
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
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let editingChanged = Event(rawValue: 1 << 17)
    }
    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = State([])
    }
    open func addAction(_ action: UIAction, for controlEvents: Event) {}
}

open class UISwitch: UIControl {
    open var isOn = false
}

open class UITextField: UIControl {
    open var text: String?
    open var placeholder: String?
}

open class UIButton: UIControl {
    public enum ButtonType: Sendable { case custom, system }
    public convenience init(type buttonType: ButtonType) { self.init() }
    open func setTitle(_ title: String?, for state: UIControl.State) {}
    open func setTitleColor(_ color: UIColor?, for state: UIControl.State) {}
}

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
    open var refreshControl: UIRefreshControl?
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
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

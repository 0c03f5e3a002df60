// What the adapter and the client beside this folder use of UIKit, with Apple's signatures. Only compiled.

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

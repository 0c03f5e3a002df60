// Navigation, alerts, images and the picker of UIKit, with Apple's signatures. Only compiled.

public import Foundation

open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    open var viewControllers: [UIViewController] = []
    open weak var delegate: (any UINavigationControllerDelegate)?
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {}
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {}
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? { nil }
}

@MainActor
open class UIPopoverPresentationController {
    open var sourceView: UIView?
}

open class UIAlertController: UIViewController {
    public enum Style: Sendable { case actionSheet, alert }
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
    }
    open func addAction(_ action: UIAlertAction) {}
}

@MainActor
open class UIAlertAction {
    public enum Style: Sendable { case `default`, cancel }
    public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) { self.init() }
}

open class UIScrollView: UIView {}

open class UIImage: @unchecked Sendable {
    public init?(data: Data) {}
    open func jpegData(compressionQuality: CGFloat) -> Data? { nil }
}

open class UIImageView: UIView {
    public init(image: UIImage?) {}
}

@MainActor public protocol UINavigationControllerDelegate: AnyObject {
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

/// The functions of the protocol are optional in UIKit.
extension UINavigationControllerDelegate {
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {}
}

@MainActor public protocol UIImagePickerControllerDelegate: AnyObject {
    func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
    func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

open class UIImagePickerController: UIViewController {
    public enum SourceType: Int, Sendable { case photoLibrary, camera }
    public struct InfoKey: Hashable, Sendable {
        public static let originalImage = InfoKey()
        public static let imageURL = InfoKey()
    }
    open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { true }
    open var sourceType = SourceType.photoLibrary
    open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?
}

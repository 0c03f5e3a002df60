import Accessibility
import CIS
import Foundation
import ReceiptScenes
import ReceiptServices
import SwiftUI
import UIKit

/// The first screen in UIKit. It owns the scene; the second screen is its child.
final class UploadReceiptViewController: UIViewController {
    private let scene: SceneRuntime<UploadReceipt>
    private let strip = UIStackView(arrangedSubviews: [])
    private var delegate: PickerDelegate?

    init(worker: ReceiptWorker) {
        scene = UploadReceipt.assemble(worker: worker, addRequestsWorker: worker)
        super.init(nibName: nil, bundle: nil)
        title = Wording.imagesTitle
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        let (attach, next) = (UIButton(type: .system), UIButton(type: .system))
        attach.setTitle(Wording.attach, for: .normal)
        attach.execute(.attachTapped, on: scene)
        next.setTitle(Wording.next, for: .normal)
        next.execute(.nextTapped, on: scene)
        strip.spacing = 8
        let scroll = UIScrollView()
        scroll.heightAnchor.constraint(equalToConstant: 100).isActive = true
        scroll.fill(with: strip)
        view.backgroundColor = .systemBackground
        view.show([scroll, attach, next])
        scene.observe(\.attachedImages, on: self) { $0.draw($1) }
        scene.observe(\.modal.value, on: self) { $0.cover(with: $1) }
        scene.observe(\.addRequests.isPresented, on: self) { screen, isPresented in
            if isPresented, let remarks = screen.scene.child(of: \.addRequests, as: AddRequests.self) {
                // AR-06: by `뒤로`. If the scene has closed the screen itself, it may have opened another one meanwhile.
                let next = AddRequestsViewController(remarks) { [weak scene = screen.scene, weak remarks] in
                    guard let scene, scene.child(of: \.addRequests, as: AddRequests.self) === remarks else { return }
                    scene.execute(.addRequestsActiveChanged(false))
                }
                screen.navigationController?.pushViewController(next, animated: true)
            } else {
                screen.navigationController?.popToViewController(screen, animated: true)
            }
        }
    }

    private func draw(_ images: [ImageModel]) {
        for view in strip.arrangedSubviews { view.removeFromSuperview() }
        for model in images {
            let view = UIImageView(image: UIImage(data: Data(model.image.bytes)))
            view.contentMode = .scaleAspectFill
            view.clipsToBounds = true
            view.accessibilityLabel = model.image.fileName
            view.widthAnchor.constraint(equalToConstant: 100).isActive = true
            view.heightAnchor.constraint(equalToConstant: 100).isActive = true
            strip.addArrangedSubview(view)
        }
    }

    /// Shows what covers the screen instead of what has covered it.
    private func cover(with modal: UploadReceipt.Modal?) {
        if presentedViewController != nil {
            return dismiss(animated: true) { [weak self] in self?.cover(with: self?.scene.state.modal.value) }
        }
        switch modal {
        case nil: delegate = nil
        case .sheet: present(sheet(), animated: true)
        case .camera: pick(.camera, { .photoTaken($0) }, cancel: .cameraCancelled)
        case .gallery: pick(.photoLibrary, { .imagePicked($0) }, cancel: .pickerCancelled)
        }
    }

    private func sheet() -> UIAlertController {
        let sheet = UIAlertController(title: Wording.sheetTitle, message: nil, preferredStyle: .actionSheet)
        let choices: [(String, UIAlertAction.Style, UploadReceipt.Action)] = [
            (Wording.camera, .default, .cameraChosen), (Wording.gallery, .default, .galleryChosen),
            (Wording.cancel, .cancel, .sheetCancelled),  // UR-11
        ]
        for (title, style, action) in choices {
            sheet.addAction(UIAlertAction(title: title, style: style) { [scene] _ in scene.execute(action) })
        }
        sheet.popoverPresentationController?.sourceView = view  // on an iPad
        return sheet
    }

    private func pick(
        _ source: UIImagePickerController.SourceType, _ action: @escaping (ReceiptImage) -> UploadReceipt.Action,
        cancel: UploadReceipt.Action
    ) {
        let delegate = PickerDelegate { [scene] in
            scene.execute(action($0))
        } onCancel: { [scene] in
            scene.execute(cancel)
        }
        self.delegate = delegate
        let picker = delegate.picker(source)
        picker.modalPresentationStyle = .fullScreen  // cannot be swiped away, so every end is an action
        present(picker, animated: true)
    }
}

/// The remarks in UIKit.
final class AddRequestsViewController: UIViewController {
    private let scene: SceneRuntime<AddRequests>
    private let onLeave: () -> Void
    private let message = UILabel()

    init(_ scene: SceneRuntime<AddRequests>, onLeave: @escaping () -> Void) {
        self.scene = scene
        self.onLeave = onLeave
        super.init(nibName: nil, bundle: nil)
        title = Wording.remarksTitle
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        let field = UITextField()
        field.placeholder = Wording.placeholder
        field.text = scene.state.requestsText
        field.addAction(
            UIAction { [scene, weak field] _ in scene.execute(.textChanged(field?.text ?? "")) }, for: .editingChanged)
        let request = UIButton(type: .system)
        request.setTitle(Wording.request, for: .normal)
        request.execute(.requestTapped, on: scene)
        message.numberOfLines = 0
        view.backgroundColor = .systemBackground
        view.show([field, request, message])
        scene.observe(\.message, on: self) { $0.message.text = $1 }  // AR-04
        scene.observePulse(\.failure, on: self) { _, message in
            AccessibilityNotification.Announcement(message).post()
        }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if isMovingFromParent { onLeave() }
    }
}

extension UIView {
    /// Shows parts below each other, from the top.
    fileprivate func show(_ parts: [UIView]) {
        let stack = UIStackView(arrangedSubviews: parts)
        stack.axis = .vertical
        stack.spacing = 16
        stack.translatesAutoresizingMaskIntoConstraints = false
        addSubview(stack)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor),
            stack.leadingAnchor.constraint(equalTo: safeAreaLayoutGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: safeAreaLayoutGuide.trailingAnchor),
        ])
    }

    fileprivate func fill(with part: UIView) {
        part.translatesAutoresizingMaskIntoConstraints = false
        addSubview(part)
        NSLayoutConstraint.activate([
            part.topAnchor.constraint(equalTo: topAnchor), part.bottomAnchor.constraint(equalTo: bottomAnchor),
            part.leadingAnchor.constraint(equalTo: leadingAnchor),
            part.trailingAnchor.constraint(equalTo: trailingAnchor),
        ])
    }
}

/// The screens of UIKit in the window of the app.
struct UIKitScreens: UIViewControllerRepresentable {
    let worker: ReceiptWorker

    func makeUIViewController(context: Context) -> UINavigationController {
        UINavigationController(rootViewController: UploadReceiptViewController(worker: worker))
    }

    func updateUIViewController(_ controller: UINavigationController, context: Context) {}
}

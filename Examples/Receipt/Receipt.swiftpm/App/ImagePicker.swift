import Foundation
import ReceiptScenes
import SwiftUI
import UIKit

/// UR-05, UR-07: the camera, or the photo library, for both front ends. A photo is encoded as JPEG with quality 1 (UR-13).
@MainActor final class PickerDelegate: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
    private let onImage: (ReceiptImage) -> Void
    private let onCancel: () -> Void

    init(onImage: @escaping (ReceiptImage) -> Void, onCancel: @escaping () -> Void) {
        self.onImage = onImage
        self.onCancel = onCancel
    }

    func picker(_ source: UIImagePickerController.SourceType) -> UIImagePickerController {
        let picker = UIImagePickerController()
        // A simulator has no camera.
        picker.sourceType = UIImagePickerController.isSourceTypeAvailable(source) ? source : .photoLibrary
        picker.delegate = self
        return picker
    }

    func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
        // An image that is gone, or that cannot be encoded, has no bytes: the scene refuses it with a toast (UR-16).
        let image = info[.originalImage] as? UIImage
        let bytes = image?.jpegData(compressionQuality: 1).map { [UInt8]($0) } ?? []
        let name = (info[.imageURL] as? URL)?.lastPathComponent ?? "photo.jpg"
        onImage(ReceiptImage(fileName: name, bytes: bytes))
    }

    func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { onCancel() }
}

/// The picker as a view of SwiftUI.
struct ImagePicker: UIViewControllerRepresentable {
    let source: UIImagePickerController.SourceType
    let onImage: (ReceiptImage) -> Void
    let onCancel: () -> Void

    func makeCoordinator() -> PickerDelegate { PickerDelegate(onImage: onImage, onCancel: onCancel) }
    func makeUIViewController(context: Context) -> UIImagePickerController { context.coordinator.picker(source) }
    func updateUIViewController(_ picker: UIImagePickerController, context: Context) {}
}

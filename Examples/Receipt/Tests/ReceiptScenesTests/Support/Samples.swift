@testable import ReceiptScenes

extension ReceiptImage {
    static func sample(_ number: Int) -> ReceiptImage {
        ReceiptImage(fileName: "receipt-\(number).jpg", bytes: [UInt8(truncatingIfNeeded: number)])
    }
}

extension ImageModel {
    /// Returns the encoded image: `new-1` for the image with the number 1.
    static func encoded(_ image: ReceiptImage) -> ImageModel { sample(image, "new-\(image.bytes[0])") }

    static func sample(_ image: ReceiptImage, _ name: String) -> ImageModel {
        ImageModel(name: name, image: image, format: .jpeg, pixelWidth: 240, pixelHeight: 320)
    }
}

extension ImageUploadUrl {
    static func sample(_ name: String) -> ImageUploadUrl { ImageUploadUrl(uploadUrl: "to/\(name)", objectKey: name) }
}

extension [ImageModel] {
    static func kept(_ count: Int) -> [ImageModel] { (0..<count).map { .sample(.sample($0), "kept-\($0)") } }
}

extension UploadReceipt.State {
    /// Returns a state with attached images.
    static func attached(_ count: Int) -> UploadReceipt.State {
        UploadReceipt.State(attachedImages: .kept(count))
    }
}

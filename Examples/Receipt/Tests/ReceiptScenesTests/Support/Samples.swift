import ReceiptScenes

extension ReceiptImage {
    static func sample(_ number: Int) -> ReceiptImage {
        ReceiptImage(fileName: "receipt-\(number).jpg", bytes: [UInt8(truncatingIfNeeded: number)])
    }
}

extension EncodedImage {
    static func sample(of image: ReceiptImage) -> EncodedImage {
        EncodedImage(
            fileName: image.fileName, bytes: image.bytes, format: .jpeg, pixelWidth: 240, pixelHeight: 320)
    }
}

extension ImageModel {
    /// Of the image with this number; attached before the scenario, unless it is named.
    static func sample(_ number: Int, _ name: String? = nil) -> ImageModel {
        ImageModel(name: name ?? "kept-\(number)", image: .sample(of: .sample(number)))
    }
}

extension ImageUploadUrl {
    static func sample(_ name: String) -> ImageUploadUrl { ImageUploadUrl(uploadUrl: "to/\(name)", objectKey: name) }
}

extension [ImageModel] {
    static func kept(_ count: Int) -> [ImageModel] { (0..<count).map { .sample($0) } }
}

extension UploadReceipt.State {
    /// Some images attached.
    static func attached(_ count: Int) -> UploadReceipt.State {
        UploadReceipt.State(domainState: .init(attachedImages: .kept(count)))
    }
}

import ReceiptScenes

extension ReceiptImage {
    static func sample(_ number: Int = 1) -> ReceiptImage {
        ReceiptImage(fileName: "receipt-\(number).jpg", bytes: [UInt8(truncatingIfNeeded: number)])
    }
}

extension EncodedImage {
    static func sample(of image: ReceiptImage) -> EncodedImage {
        EncodedImage(bytes: image.bytes, format: .jpeg, pixelWidth: 240, pixelHeight: 320)
    }
}

extension ImageModel {
    static func sample(_ number: Int) -> ImageModel {
        let image = ReceiptImage.sample(number)
        return ImageModel(name: "kept-\(number)", fileName: image.fileName, image: .sample(of: image))
    }
}

extension UploadReceipt.State {
    /// Some images attached.
    static func attached(_ count: Int) -> UploadReceipt.State {
        UploadReceipt.State(domainState: .init(attachedImages: (0..<count).map { .sample($0) }))
    }
}

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
    /// Some images attached, in both lists.
    static func attached(_ count: Int) -> UploadReceipt.State {
        let images = (0..<count).map { ImageModel.sample($0) }
        return UploadReceipt.State(
            attachedImages: images.map(\.thumbnail),
            domainState: .init(attachedImages: images)
        )
    }
}

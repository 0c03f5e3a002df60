/// An attached image, which is uploaded, and which a screen shows.
package struct ImageModel: Sendable, Equatable {
    package enum Format: String, Sendable { case jpeg = "JPEG", png = "PNG" }

    /// The name is made once, when the image is attached, and is unique on the service. If the same model is uploaded
    /// again, it replaces the same object.
    package let name: String
    /// The bytes to upload.
    package let image: ReceiptImage
    package let format: Format
    package let pixelWidth, pixelHeight: Int
}

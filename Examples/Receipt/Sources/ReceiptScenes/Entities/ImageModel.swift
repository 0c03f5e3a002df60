/// An attached image: the entity that is uploaded, and what a screen shows of it.
package struct ImageModel: Sendable, Equatable {
    package enum Format: String, Sendable { case jpeg = "JPEG", png = "PNG" }

    /// Made once, when the image is attached, and unique on the service. Uploading the same model again replaces the
    /// same object.
    package let name: String
    /// The bytes to upload.
    package let image: ReceiptImage
    package let format: Format
    package let pixelWidth, pixelHeight: Int

    package init(name: String, image: ReceiptImage, format: Format, pixelWidth: Int, pixelHeight: Int) {
        self.name = name
        self.image = image
        self.format = format
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }
}

/// An attached image, which is uploaded, and which a screen shows.
package struct ImageModel: Sendable, Equatable {
    package enum Format: String, Sendable { case jpeg = "JPEG", png = "PNG" }

    /// Made once and unique on the service: a model that is uploaded again replaces the same object.
    package let name: String
    package let image: ReceiptImage
    package let format: Format
    package let pixelWidth, pixelHeight: Int
}

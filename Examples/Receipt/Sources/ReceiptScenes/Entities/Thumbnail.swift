/// The view model of one attached image: what a front end needs to draw it, without the bytes.
public struct Thumbnail: Sendable, Equatable {
    /// As the image was called where it came from.
    public let fileName: String
    /// How much will be uploaded.
    public let byteCount: Int
    /// Of the original, in pixels.
    public let pixelWidth: Int
    /// Of the original, in pixels.
    public let pixelHeight: Int
    /// Recognised by content.
    public let format: ImageFormat

    /// Takes what is to be shown and leaves the bytes.
    public init(fileName: String, image: EncodedImage) {
        self.fileName = fileName
        byteCount = image.bytes.count
        pixelWidth = image.pixelWidth
        pixelHeight = image.pixelHeight
        format = image.format
    }
}

/// The view model of one attached image: what a front end needs to draw it, without the bytes.
public struct Thumbnail: Sendable, Equatable {
    public let fileName: String
    public let byteCount: Int
    public let pixelWidth: Int
    public let pixelHeight: Int
    public let format: ImageFormat

    public init(fileName: String, image: EncodedImage) {
        self.fileName = fileName
        byteCount = image.bytes.count
        pixelWidth = image.pixelWidth
        pixelHeight = image.pixelHeight
        format = image.format
    }
}

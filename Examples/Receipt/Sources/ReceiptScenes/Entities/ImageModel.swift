/// An attached image: the entity that is uploaded.
public struct ImageModel: Sendable, Equatable {
    /// Given once, when the image is attached. It makes the file name on the service unique, so uploading the same
    /// model again replaces the same object instead of leaving a second one behind.
    public let name: String
    /// As the image was called where it came from.
    public let fileName: String
    /// What is uploaded.
    public let image: EncodedImage

    /// Of an image that has just been encoded.
    public init(name: String, fileName: String, image: EncodedImage) {
        self.name = name
        self.fileName = fileName
        self.image = image
    }
}

/// The view model of an attached image: what a front end needs to draw it, without the bytes.
public struct Thumbnail: Sendable, Equatable {
    /// As the image was called where it came from.
    public let fileName: String
    /// How much will be uploaded.
    public let byteCount: Int
    /// Of the original.
    public let pixelWidth: Int
    /// Of the original.
    public let pixelHeight: Int
    /// Of the original.
    public let format: EncodedImage.Format

    /// Takes what is to be shown, and leaves the bytes.
    public init(_ model: ImageModel) {
        fileName = model.fileName
        byteCount = model.image.bytes.count
        pixelWidth = model.image.pixelWidth
        pixelHeight = model.image.pixelHeight
        format = model.image.format
    }
}

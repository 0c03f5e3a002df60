/// An attached image: the entity that is uploaded.
public struct ImageModel: Sendable, Equatable {
    /// Given once, when the image is attached. It makes the file name on the service unique, so uploading the same
    /// model again replaces the same object instead of leaving a second one behind.
    public let name: String
    /// What is uploaded.
    public let data: [UInt8]
    /// How it is shown.
    public let thumbnail: Thumbnail

    /// Makes the entity of an image that has just been encoded.
    public init(name: String, fileName: String, image: EncodedImage) {
        self.name = name
        data = image.bytes
        thumbnail = Thumbnail(fileName: fileName, image: image)
    }
}

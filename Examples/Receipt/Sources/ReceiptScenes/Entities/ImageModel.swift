/// An attached image: the entity that is uploaded.
package struct ImageModel: Sendable, Equatable {
    /// Made once, when the image is attached, and unique on the service. Uploading the same model again replaces the
    /// same object.
    package let name: String
    package let image: EncodedImage

    package init(name: String, image: EncodedImage) {
        self.name = name
        self.image = image
    }
}

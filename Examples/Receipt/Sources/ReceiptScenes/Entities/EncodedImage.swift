/// What the encoder makes of a ``ReceiptImage``: the bytes to upload, and what is known about their content.
public struct EncodedImage: Sendable, Equatable {
    /// What is uploaded.
    public let bytes: [UInt8]
    /// Of the bytes.
    public let format: ImageFormat
    /// In pixels.
    public let pixelWidth: Int
    /// In pixels.
    public let pixelHeight: Int

    /// For encoders.
    public init(bytes: [UInt8], format: ImageFormat, pixelWidth: Int, pixelHeight: Int) {
        self.bytes = bytes
        self.format = format
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }
}

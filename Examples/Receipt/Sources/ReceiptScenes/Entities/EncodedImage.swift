/// What the encoder makes of a ``ReceiptImage``: the bytes to upload, and what is known about their content.
public struct EncodedImage: Sendable, Equatable {
    public let bytes: [UInt8]
    public let format: ImageFormat
    public let pixelWidth: Int
    public let pixelHeight: Int

    public init(bytes: [UInt8], format: ImageFormat, pixelWidth: Int, pixelHeight: Int) {
        self.bytes = bytes
        self.format = format
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }
}

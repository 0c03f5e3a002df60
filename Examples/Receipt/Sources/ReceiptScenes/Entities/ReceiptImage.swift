/// An image as the gallery or the camera hands it over: bytes that nobody has looked at yet.
public struct ReceiptImage: Sendable, Equatable {
    /// Shown to the user, never sent to the service.
    public let fileName: String
    /// Of any length, also none; not necessarily an image.
    public let bytes: [UInt8]

    /// Takes both as they are.
    public init(fileName: String, bytes: [UInt8]) {
        self.fileName = fileName
        self.bytes = bytes
    }
}

/// What the encoder makes of a ``ReceiptImage``: the bytes to upload, and what is known about their content.
public struct EncodedImage: Sendable, Equatable {
    /// Recognised by content, never by file name.
    public enum Format: String, Sendable { case jpeg = "JPEG", png = "PNG" }

    /// What is uploaded.
    public let bytes: [UInt8]
    /// Of the bytes.
    public let format: Format
    /// At least 1.
    public let pixelWidth: Int
    /// At least 1.
    public let pixelHeight: Int

    /// For encoders.
    public init(bytes: [UInt8], format: Format, pixelWidth: Int, pixelHeight: Int) {
        self.bytes = bytes
        self.format = format
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }
}

/// What the encoder makes of a ``ReceiptImage``: the bytes to upload, and what a screen shows of them.
package struct EncodedImage: Sendable, Equatable {
    package enum Format: String, Sendable { case jpeg = "JPEG", png = "PNG" }

    package let fileName: String
    package let bytes: [UInt8]
    package let format: Format
    package let pixelWidth, pixelHeight: Int

    package init(fileName: String, bytes: [UInt8], format: Format, pixelWidth: Int, pixelHeight: Int) {
        self.fileName = fileName
        self.bytes = bytes
        self.format = format
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }
}

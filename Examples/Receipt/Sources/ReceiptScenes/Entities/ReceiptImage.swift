/// The bytes of an image file. Bytes from the gallery or the camera have not been checked, and may be no image.
package struct ReceiptImage: Sendable, Equatable {
    /// Shown to the user, never sent to the service.
    package let fileName: String
    package let bytes: [UInt8]

    package init(fileName: String, bytes: [UInt8]) {
        self.fileName = fileName
        self.bytes = bytes
    }
}

/// The bytes of an image file. Those that the gallery or the camera delivers have not been looked at, and need not be an
/// image.
package struct ReceiptImage: Sendable, Equatable {
    /// Shown to the user, never sent to the service.
    package let fileName: String
    package let bytes: [UInt8]

    package init(fileName: String, bytes: [UInt8]) {
        self.fileName = fileName
        self.bytes = bytes
    }
}

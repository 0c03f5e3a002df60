/// An image as the gallery picker or the camera hands it over: bytes that nobody has looked at yet.
public struct ReceiptImage: Sendable, Equatable {
    /// The last component of the path or asset it came from. Shown to the user, never sent to the service.
    public let fileName: String
    /// Of any length, also none; not necessarily an image.
    public let bytes: [UInt8]

    /// Takes them as they are.
    public init(fileName: String, bytes: [UInt8]) {
        self.fileName = fileName
        self.bytes = bytes
    }
}

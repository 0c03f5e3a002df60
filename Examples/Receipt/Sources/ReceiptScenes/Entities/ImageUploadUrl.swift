/// Where one image goes: the address that takes its bytes, and the key that a quotation refers to them by.
public struct ImageUploadUrl: Sendable, Equatable {
    /// Takes the bytes.
    public let uploadUrl: String
    /// What a quotation request calls the image.
    public let objectKey: String

    /// UR-34: both are taken as the service gave them.
    public init(uploadUrl: String, objectKey: String) {
        self.uploadUrl = uploadUrl
        self.objectKey = objectKey
    }
}

/// Where one image goes, as the service gave it (UR-34); its fields have the service's names.
public struct ImageUploadUrl: Codable, Sendable, Equatable {
    /// Takes the bytes.
    public let uploadUrl: String
    /// What a quotation request calls the image.
    public let objectKey: String

    /// Takes both as they are.
    public init(uploadUrl: String, objectKey: String) {
        self.uploadUrl = uploadUrl
        self.objectKey = objectKey
    }
}

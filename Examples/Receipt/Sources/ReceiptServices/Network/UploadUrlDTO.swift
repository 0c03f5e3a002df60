public import ReceiptScenes

/// One address to upload to (UR-31). The key names are the service's.
public struct UploadUrlDTO: Codable, Sendable, Equatable {
    /// Takes the bytes.
    public let uploadUrl: String
    /// What a quotation request calls the image.
    public let objectKey: String

    /// For services in the same process and for tests.
    public init(uploadUrl: String, objectKey: String) {
        self.uploadUrl = uploadUrl
        self.objectKey = objectKey
    }

    /// UR-34: one to one.
    public var entity: ImageUploadUrl {
        ImageUploadUrl(uploadUrl: uploadUrl, objectKey: objectKey)
    }
}

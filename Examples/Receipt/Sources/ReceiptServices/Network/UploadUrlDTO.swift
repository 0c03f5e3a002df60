package import ReceiptScenes

/// One address to upload to (UR-31). The key names are the service's.
package struct UploadUrlDTO: Codable, Sendable, Equatable {
    /// Takes the bytes.
    package let uploadUrl: String
    /// What a quotation request calls the image.
    package let objectKey: String

    /// For services in the same process and for tests.
    package init(uploadUrl: String, objectKey: String) {
        self.uploadUrl = uploadUrl
        self.objectKey = objectKey
    }

    /// UR-34: one to one.
    package var entity: ImageUploadUrl {
        ImageUploadUrl(uploadUrl: uploadUrl, objectKey: objectKey)
    }
}

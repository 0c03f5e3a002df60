/// The address to which one image is uploaded (UR-34). The fields have the service's names.
package struct ImageUploadUrl: Codable, Sendable, Equatable {
    package let uploadUrl, objectKey: String

    package init(uploadUrl: String, objectKey: String) {
        self.uploadUrl = uploadUrl
        self.objectKey = objectKey
    }
}

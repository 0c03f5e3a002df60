/// Where one image goes: the address that takes its bytes, and the key that a quotation refers to them by.
public struct ImageUploadUrl: Sendable, Equatable {
    public let uploadUrl: String
    public let objectKey: String

    public init(uploadUrl: String, objectKey: String) {
        self.uploadUrl = uploadUrl
        self.objectKey = objectKey
    }
}

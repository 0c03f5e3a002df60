package import ReceiptScenes

/// A service that takes images and quotation requests (UR-31 to UR-33): a folder or a server.
package protocol ReceiptService: Sendable {
    /// Returns one address and key for each file name, in the order of the names.
    @concurrent func queryImageUploadUrls(fileNames: [String]) async throws -> [ImageUploadUrl]
    /// Puts the bytes to an address that the query returned.
    @concurrent func putImageData(to url: String, _ bytes: [UInt8]) async throws
    /// Creates a request for the images with these keys, and returns its path or address.
    @concurrent func mutateCreateQuotation(uploadUrlObjectKeys: [String], requests: String?) async throws -> String
}

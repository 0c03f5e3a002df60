/// The service that takes images (UR-31, UR-32).
package protocol ImageUploadService: Sendable {
    /// One address per file name, in the order of the names.
    @concurrent func queryImageUploadUrls(fileNames: [String]) async throws -> UploadUrlsDTO
    /// Puts the bytes to an address that the query returned.
    @concurrent func putImageData(to url: String, _ bytes: [UInt8]) async throws
}

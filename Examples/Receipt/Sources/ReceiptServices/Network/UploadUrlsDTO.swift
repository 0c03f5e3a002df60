/// The answer to `queryImageUploadUrls` (UR-31). The key names are the service's.
package struct UploadUrlsDTO: Codable, Sendable, Equatable {
    /// In the order of the file names that were asked for.
    package let uploadUrls: [UploadUrlDTO]

    /// For services in the same process and for tests.
    package init(uploadUrls: [UploadUrlDTO]) {
        self.uploadUrls = uploadUrls
    }
}

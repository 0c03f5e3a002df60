/// Everything ``UploadReceipt`` needs from outside. What does work is `@concurrent`: it leaves the main actor.
package protocol UploadReceiptWorker: AnyObject, Sendable {
    /// UR-29: a toast is an external effect, not state.
    @MainActor func showToast(_ message: String)
    /// XP-01: the message for an error, in the words of the platform.
    @MainActor func text(of error: any Error) -> String
    /// UR-13, UR-14: the image to upload, or nil. Its name is new: `<seconds since 1970 as decimal>_<random UUID>`.
    @concurrent func encode(_ image: ReceiptImage) async -> ImageModel?
    /// UR-19, UR-31: returns one address for each name, in the order of the names.
    @concurrent func fetchImageUploadUrls(names: [String]) async throws -> [ImageUploadUrl]
    /// UR-28: uploads image *n* to address *n*, all in parallel, without surplus ones. The first error cancels the rest.
    @concurrent func requestImagesUpload(_ images: [ImageModel], to urls: [ImageUploadUrl]) async throws
    /// UR-22, UR-24: these ask the user if necessary.
    @concurrent func requestCameraPermission() async -> PermissionStatus
    @concurrent func requestGalleryPermission() async -> PermissionStatus
    /// UR-21: keeps a taken photo in the photo library.
    @concurrent func saveImage(_ image: ReceiptImage) async throws
}

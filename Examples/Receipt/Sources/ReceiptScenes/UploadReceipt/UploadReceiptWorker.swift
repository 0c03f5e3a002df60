/// Everything ``UploadReceipt`` needs from outside.
///
/// Functions that do work are `@concurrent`, so they leave the main actor whatever the client's default isolation is.
public protocol UploadReceiptWorker: AnyObject, Sendable {
    /// UR-29: an effect on the outside, not state; shown on the main actor.
    @MainActor func showToast(_ message: String)

    /// XP-01: the sentence that tells the user of an error; the wording is the platform's.
    @MainActor func text(of error: any Error) -> String

    /// A new name for an image: `<seconds since 1970 as decimal>_<random UUID>`.
    @MainActor func makeImageName() -> String

    /// UR-13: the bytes to upload, or nil when the image cannot be encoded.
    @concurrent func encode(_ image: ReceiptImage) async -> EncodedImage?

    /// UR-19, UR-31: one address per name, in the order of the names.
    @concurrent func fetchImageUploadUrls(names: [String]) async throws -> [ImageUploadUrl]

    /// UR-28: uploads image *n* to url *n*, all in parallel; what has no counterpart is ignored. Returns when all are
    /// done; throws the first error and cancels the rest.
    @concurrent func requestImagesUpload(_ images: [ImageModel], to urls: [ImageUploadUrl]) async throws

    /// UR-22: asks the user if need be.
    @concurrent func requestCameraPermission() async -> PermissionStatus

    /// UR-24: asks the user if need be.
    @concurrent func requestGalleryPermission() async -> PermissionStatus

    /// UR-21: keeps a taken photo in the photo library.
    @concurrent func saveImage(_ image: ReceiptImage) async throws
}

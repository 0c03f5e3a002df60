package import ReceiptScenes

/// The worker of `UploadReceipt` over an upload service, a photo library and the given permissions.
package final class ServiceUploadReceiptWorker: UploadReceiptWorker {
    private let service: any ImageUploadService
    private let photos: any PhotoLibrary
    private let permissions: Permissions
    private let naming: ImageNaming
    private let errorText: ErrorText
    private let toast: @MainActor @Sendable (String) -> Void

    /// - Parameter toast: shows a message in the front end's own form (UR-29).
    package init(
        service: any ImageUploadService,
        photos: any PhotoLibrary,
        permissions: Permissions,
        naming: ImageNaming,
        errorText: ErrorText = .localized,
        toast: @escaping @MainActor @Sendable (String) -> Void
    ) {
        self.service = service
        self.photos = photos
        self.permissions = permissions
        self.naming = naming
        self.errorText = errorText
        self.toast = toast
    }

    package func showToast(_ message: String) {
        toast(message)
    }

    package func text(of error: any Error) -> String {
        errorText(error)
    }

    package func makeImageName() -> String {
        naming.next()
    }

    /// UR-13: a JPEG or PNG is taken as it is, byte for byte. There is no JPEG encoder to call here, and encoding what is
    /// encoded already would only lose quality.
    @concurrent package func encode(_ image: ReceiptImage) async -> EncodedImage? {
        guard let header = ImageHeader(image.bytes) else { return nil }
        return EncodedImage(
            bytes: image.bytes,
            format: header.format,
            pixelWidth: header.pixelWidth,
            pixelHeight: header.pixelHeight
        )
    }

    /// UR-28: the service gets file names, `name + ".jpg"`. UR-34: and answers with objects that become entities.
    @concurrent package func fetchImageUploadUrls(names: [String]) async throws -> [ImageUploadUrl] {
        try await service.queryImageUploadUrls(fileNames: names.map { $0 + ".jpg" }).uploadUrls.map(\.entity)
    }

    /// UR-28: one child task per pair. Leaving the group by an error cancels the others.
    @concurrent package func requestImagesUpload(_ images: [ImageModel], to urls: [ImageUploadUrl]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (image, url) in zip(images, urls) {
                group.addTask { [service] in try await service.putImageData(to: url.uploadUrl, image.data) }
            }
            // Not `waitForAll`, which would wait for every task before it throws the first error.
            for try await _ in group {}
        }
    }

    @concurrent package func requestCameraPermission() async -> PermissionStatus {
        permissions.camera
    }

    @concurrent package func requestGalleryPermission() async -> PermissionStatus {
        permissions.gallery
    }

    @concurrent package func saveImage(_ image: ReceiptImage) async throws {
        try await photos.save(image)
    }
}

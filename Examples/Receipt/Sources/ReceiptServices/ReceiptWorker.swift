import CIS
package import Foundation
package import ReceiptScenes

/// The worker of both scenes. It uses a service, and a folder for photos.
package final class ReceiptWorker: UploadReceiptWorker, AddRequestsWorker {
    package struct Options: Sendable {
        /// UR-22, UR-24: the answers of the user. A terminal cannot ask.
        package var camera = PermissionStatus.granted, gallery = PermissionStatus.granted
        package var now: @Sendable () -> Date = { Date() }
        package var makeUUID: @Sendable () -> String = { UUID().uuidString }
        /// XP-01: the message for an error, in the words of the platform.
        package var text: @Sendable (any Error) -> String = { $0.localizedDescription }
        /// UR-29: shows a message.
        package var toast: @MainActor @Sendable (String) -> Void = { _ in }

        package init() {}
    }

    /// The paths or addresses of the quotation requests that were created, oldest first.
    @MainActor package private(set) var quotations: [String] = []
    private let service: any ReceiptService
    private let photos: FolderService
    private let options: Options

    package init(service: any ReceiptService, photos: FolderService, options: Options) {
        self.service = service
        self.photos = photos
        self.options = options
    }

    package func showToast(_ message: String) { options.toast(message) }
    package func text(of error: any Error) -> String { options.text(error) }
    @concurrent package func requestCameraPermission() async -> PermissionStatus { options.camera }
    @concurrent package func requestGalleryPermission() async -> PermissionStatus { options.gallery }

    /// UR-13: a JPEG or PNG is taken byte for byte. Encoding again would only lose quality, and Linux has no encoder.
    @concurrent package func encode(_ image: ReceiptImage) async -> ImageModel? {
        ImageModel(name: "\(options.now().timeIntervalSince1970)_\(options.makeUUID())", recognising: image)
    }

    /// UR-21: the suffix of the file follows from the content.
    @concurrent package func saveImage(_ image: ReceiptImage) async throws {
        guard let photo = await encode(image) else {
            throw ReceiptError("“\(image.fileName)” is not a photo that the library can keep. Give a JPEG or PNG.")
        }
        try photos.save(image.bytes, as: photo.name + (photo.format == .jpeg ? ".jpg" : ".png"))
    }

    /// UR-28: the service gets file names, `name + ".jpg"`.
    @concurrent package func fetchImageUploadUrls(names: [String]) async throws -> [ImageUploadUrl] {
        try await service.queryImageUploadUrls(fileNames: names.map { $0 + ".jpg" })
    }

    /// UR-28: the first error cancels the other uploads.
    @concurrent package func requestImagesUpload(_ images: [ImageModel], to urls: [ImageUploadUrl]) async throws {
        _ = try await inParallel(Array(zip(images, urls))) { [service] image, url in
            try await service.putImageData(to: url.uploadUrl, image.image.bytes)
        }
    }

    @concurrent package func requestCreateQuotation(objectKeys: [String], requests: String) async throws {
        let place = try await service.mutateCreateQuotation(uploadUrlObjectKeys: objectKeys, requests: requests)
        await MainActor.run { quotations.append(place) }
    }
}

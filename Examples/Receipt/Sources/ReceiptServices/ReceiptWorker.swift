package import Foundation
package import ReceiptScenes

/// The worker of both scenes: what they need from outside, over a service and a folder for photos.
package final class ReceiptWorker: UploadReceiptWorker, AddRequestsWorker {
    /// What the front end and the tests decide.
    package struct Options: Sendable {
        /// What the camera and the gallery answer: a terminal has nobody to ask (UR-22, UR-24).
        package var permissions = Permissions()
        /// Names of images begin with the time, and end with a UUID.
        package var now: @Sendable () -> Date = { Date() }
        package var makeUUID: @Sendable () -> String = { UUID().uuidString }
        /// XP-01: the wording of an error is the platform's.
        package var text: @Sendable (any Error) -> String = { $0.localizedDescription }
        /// UR-29: shows a message in the front end's own form.
        package var toast: @MainActor @Sendable (String) -> Void = { _ in }
        /// Told where a quotation request is, once it is there.
        package var didSend: @MainActor @Sendable (String) -> Void = { _ in }

        package init() {}
    }

    private let service: any ReceiptService
    private let photos: ReceiptFolder
    private let options: Options

    package init(service: any ReceiptService, photos: ReceiptFolder, options: Options) {
        self.service = service
        self.photos = photos
        self.options = options
    }

    package func showToast(_ message: String) { options.toast(message) }

    package func text(of error: any Error) -> String { options.text(error) }

    package func makeImageName() -> String {
        "\(options.now().timeIntervalSince1970)_\(options.makeUUID())"
    }

    @concurrent package func requestCameraPermission() async -> PermissionStatus { options.permissions.camera }

    @concurrent package func requestGalleryPermission() async -> PermissionStatus { options.permissions.gallery }

    /// UR-13: a JPEG or PNG is taken as it is, byte for byte. There is no JPEG encoder to call here, and encoding what is
    /// encoded already would only lose quality.
    @concurrent package func encode(_ image: ReceiptImage) async -> EncodedImage? { ImageHeader.read(image.bytes) }

    /// UR-21: one file `photos/<name>.jpg` or `.png`, named by its content.
    @concurrent package func saveImage(_ image: ReceiptImage) async throws {
        guard let format = ImageHeader.read(image.bytes)?.format else { throw ReceiptError.notAnImage(image.fileName) }
        try photos.write(image.bytes, as: await makeImageName() + (format == .jpeg ? ".jpg" : ".png"), in: .photos)
    }

    /// UR-28: the service gets file names, `name + ".jpg"`.
    @concurrent package func fetchImageUploadUrls(names: [String]) async throws -> [ImageUploadUrl] {
        try await service.queryImageUploadUrls(fileNames: names.map { $0 + ".jpg" })
    }

    /// UR-28: one child task per pair. Leaving the group by an error cancels the others.
    @concurrent package func requestImagesUpload(_ images: [ImageModel], to urls: [ImageUploadUrl]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (image, url) in zip(images, urls) {
                group.addTask { [service] in try await service.putImageData(to: url.uploadUrl, image.image.bytes) }
            }
            // Not `waitForAll`, which would wait for every task before it throws the first error.
            for try await _ in group {}
        }
    }

    @concurrent package func requestCreateQuotation(objectKeys: [String], requests: String) async throws {
        let place = try await service.mutateCreateQuotation(uploadUrlObjectKeys: objectKeys, requests: requests)
        await options.didSend(place)
    }
}

/// What the user has allowed. Everything, unless said otherwise.
package struct Permissions: Sendable, Equatable {
    package var camera = PermissionStatus.granted
    package var gallery = PermissionStatus.granted

    package init(camera: PermissionStatus = .granted, gallery: PermissionStatus = .granted) {
        self.camera = camera
        self.gallery = gallery
    }
}

// Written by `swift package new-scene UploadReceipt --recorded-worker TARGET`, and written again by it: put what you
// add into another file.

import CISInspector
import ReceiptScenes

/// Passes calls on to the worker of ``UploadReceipt``, and records them while a `Recorder` records the scene.
///
/// Functions that are neither `async` nor on the main actor, and plain properties, are only passed on.
final class RecordedUploadReceiptWorker: UploadReceiptWorker {
    private let worker: any UploadReceiptWorker

    init(_ worker: any UploadReceiptWorker) {
        self.worker = worker
    }

    @MainActor func showToast(_ message: String) {
        Recorder.call("showToast", of: "UploadReceiptWorker", ["message": message]) { worker.showToast(message) }
    }

    @MainActor func text(of error: any Error) -> String {
        Recorder.call("text", of: "UploadReceiptWorker", ["error": error]) { worker.text(of: error) }
    }

    @MainActor func encode(_ image: ReceiptImage) async -> ImageModel? {
        await Recorder.call("encode", of: "UploadReceiptWorker", ["image": image]) { await worker.encode(image) }
    }

    @MainActor func fetchImageUploadUrls(names: [String]) async throws -> [ImageUploadUrl] {
        try await Recorder.call("fetchImageUploadUrls", of: "UploadReceiptWorker", ["names": names]) {
            try await worker.fetchImageUploadUrls(names: names)
        }
    }

    @MainActor func requestImagesUpload(_ images: [ImageModel], to urls: [ImageUploadUrl]) async throws {
        try await Recorder.call("requestImagesUpload", of: "UploadReceiptWorker", ["images": images, "urls": urls]) {
            try await worker.requestImagesUpload(images, to: urls)
        }
    }

    @MainActor func requestCameraPermission() async -> PermissionStatus {
        await Recorder.call("requestCameraPermission", of: "UploadReceiptWorker") {
            await worker.requestCameraPermission()
        }
    }

    @MainActor func requestGalleryPermission() async -> PermissionStatus {
        await Recorder.call("requestGalleryPermission", of: "UploadReceiptWorker") {
            await worker.requestGalleryPermission()
        }
    }

    @MainActor func saveImage(_ image: ReceiptImage) async throws {
        try await Recorder.call("saveImage", of: "UploadReceiptWorker", ["image": image]) {
            try await worker.saveImage(image)
        }
    }
}

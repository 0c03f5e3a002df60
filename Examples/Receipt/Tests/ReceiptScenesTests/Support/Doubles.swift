import CIS
import CISTesting
import ReceiptScenes

/// The worker of ``UploadReceipt``. The texts of errors are not stubs, because no scenario has to check their calls.
@MainActor final class UploadReceiptDouble: UploadReceiptWorker {
    let toasts = Stub<String, Void>()
    let encoding = Stub<ReceiptImage, ImageModel?> { .encoded($0) }
    let fetching = ThrowingStub<[String], [ImageUploadUrl]>(.compute { $0.map(ImageUploadUrl.sample) })
    let uploading = ThrowingStub<(images: [ImageModel], urls: [ImageUploadUrl]), Void>(.value(()))
    let saving = ThrowingStub<ReceiptImage, Void>(.value(()))
    let camera = Stub<Void, PermissionStatus>(.value(.granted))
    let gallery = Stub<Void, PermissionStatus>(.value(.granted))
    var onToast: () -> Void = {}

    func showToast(_ message: String) {
        toasts(message)
        onToast()
    }

    func text(of error: any Error) -> String { "\(error)" }

    @concurrent func encode(_ image: ReceiptImage) async -> ImageModel? { await encoding(image) }
    @concurrent func fetchImageUploadUrls(names: [String]) async throws -> [ImageUploadUrl] {
        try await fetching(names)
    }
    @concurrent func requestImagesUpload(_ images: [ImageModel], to urls: [ImageUploadUrl]) async throws {
        try await uploading((images, urls))
    }
    @concurrent func requestCameraPermission() async -> PermissionStatus { await camera() }
    @concurrent func requestGalleryPermission() async -> PermissionStatus { await gallery() }
    @concurrent func saveImage(_ image: ReceiptImage) async throws { try await saving(image) }
}

typealias Requesting = ThrowingStub<(keys: [String], requests: String), Void>

/// The worker of ``AddRequests``.
@MainActor final class AddRequestsDouble: AddRequestsWorker {
    let requesting: Requesting

    init(_ requesting: Requesting) {
        self.requesting = requesting
    }

    @concurrent func requestCreateQuotation(objectKeys: [String], requests: String) async throws {
        try await requesting((objectKeys, requests))
    }

    func text(of error: any Error) -> String { "\(error)" }
}

/// An error of a service, with the text of iOS for it in Korean (XP-01).
struct ServiceError: Error, CustomStringConvertible {
    static let korean = "작업을 완료할 수 없습니다.(Test 오류 -999.)"
    var description: String { Self.korean }
}

import CIS
import ReceiptScenes

/// The outside of ``UploadReceipt``: notes every call, answers with the closures.
///
/// The protocol's `@concurrent` functions say `@MainActor` once more here: without it they would take the isolation of the
/// requirement and not that of the class.
@MainActor final class UploadReceiptWorkerStub: UploadReceiptWorker {
    private(set) var calls: [String] = []
    private(set) var toasts: [String] = []
    private var names = 0

    var onToast: (String) -> Void = { _ in }
    var onEncode: (ReceiptImage) async -> EncodedImage? = { EncodedImage.sample(of: $0) }
    var onFetch: ([String]) async throws -> [ImageUploadUrl] = {
        $0.map { .init(uploadUrl: "to/\($0)", objectKey: $0) }
    }
    var onUpload: ([ImageModel], [ImageUploadUrl]) async throws -> Void = { _, _ in }
    var onSave: (ReceiptImage) async throws -> Void = { _ in }
    var camera = PermissionStatus.granted
    var gallery = PermissionStatus.granted

    func showToast(_ message: String) {
        toasts.append(message)
        onToast(message)
    }

    func text(of error: any Error) -> String { ServiceError.korean }

    func makeImageName() -> String {
        names += 1
        return "name-\(names)"
    }

    @MainActor func encode(_ image: ReceiptImage) async -> EncodedImage? {
        calls.append("encode \(image.fileName)")
        return await onEncode(image)
    }

    @MainActor func fetchImageUploadUrls(names: [String]) async throws -> [ImageUploadUrl] {
        calls.append("fetch \(names.joined(separator: " "))")
        return try await onFetch(names)
    }

    @MainActor func requestImagesUpload(_ images: [ImageModel], to urls: [ImageUploadUrl]) async throws {
        calls.append("upload \(images.map(\.name).joined(separator: " "))")
        try await onUpload(images, urls)
    }

    @MainActor func requestCameraPermission() async -> PermissionStatus {
        calls.append("camera permission")
        return camera
    }

    @MainActor func requestGalleryPermission() async -> PermissionStatus {
        calls.append("gallery permission")
        return gallery
    }

    @MainActor func saveImage(_ image: ReceiptImage) async throws {
        calls.append("save \(image.fileName)")
        try await onSave(image)
    }
}

/// The outside of ``AddRequests``: notes every call, answers with the closure, sends to the port.
@MainActor final class AddRequestsWorkerStub: AddRequestsWorker {
    private(set) var calls: [String] = []
    private(set) var outputs: [AddRequests.Output] = []
    private let port: OutputPort<AddRequests.Output>

    var onRequest: () async throws -> Void = {}

    init(port: OutputPort<AddRequests.Output> = OutputPort()) {
        self.port = port
    }

    @MainActor func requestCreateQuotation(objectKeys: [String], requests: String) async throws {
        calls.append("request \(objectKeys.joined(separator: " ")): \(requests)")
        try await onRequest()
    }

    func text(of error: any Error) -> String { ServiceError.korean }

    func send(_ output: AddRequests.Output) {
        outputs.append(output)
        port.send(output)
    }
}

/// An error of a service, and what iOS says of it in Korean (XP-01).
struct ServiceError: Error {
    static let korean = "작업을 완료할 수 없습니다.(Test 오류 -999.)"
}

import ReceiptScenes
import ReceiptServices

/// Services that answer when they are told to, or when the caller is cancelled.
struct OutsideStub: ImageUploadService, QuotationService, PhotoLibrary {
    private let gate = AsyncStream.makeStream(of: Never.self)

    /// From now on every call is answered at once.
    func open() { gate.continuation.finish() }

    @concurrent func queryImageUploadUrls(fileNames: [String]) async throws -> UploadUrlsDTO {
        for await _ in gate.stream {}
        return UploadUrlsDTO(uploadUrls: fileNames.map { UploadUrlDTO(uploadUrl: "to/\($0)", objectKey: $0) })
    }

    @concurrent func putImageData(to url: String, _ bytes: [UInt8]) async throws {}

    @concurrent func mutateCreateQuotation(uploadUrlObjectKeys: [String], requests: String?) async throws {
        for await _ in gate.stream {}
    }

    @concurrent func save(_ image: ReceiptImage) async throws {}
}

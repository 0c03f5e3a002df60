import CISTesting
import ReceiptScenes
import ReceiptServices

/// All services at once. The upload service answers with an address and a key for each file name.
struct ServicesDouble: ImageUploadService, QuotationService, PhotoLibrary {
    let querying = ThrowingStub<[String], UploadUrlsDTO>(.compute { .init(uploadUrls: $0.map(UploadUrlDTO.of)) })
    let putting = ThrowingStub<(url: String, bytes: [UInt8]), Void>(.value(()))
    let creating = ThrowingStub<(keys: [String], requests: String?), Void>(.value(()))

    @concurrent func queryImageUploadUrls(fileNames: [String]) async throws -> UploadUrlsDTO {
        try await querying(fileNames)
    }

    @concurrent func putImageData(to url: String, _ bytes: [UInt8]) async throws { try await putting((url, bytes)) }

    @concurrent func mutateCreateQuotation(uploadUrlObjectKeys: [String], requests: String?) async throws {
        try await creating((uploadUrlObjectKeys, requests))
    }

    @concurrent func save(_ image: ReceiptImage) async throws {}
}

extension UploadUrlDTO {
    static func of(_ name: String) -> UploadUrlDTO { .init(uploadUrl: "to/\(name)", objectKey: "key of \(name)") }
}

import CISTesting
import ReceiptScenes
import ReceiptServices

/// A service that answers with an address and a key for each file name.
struct ServiceDouble: ReceiptService {
    let querying = ThrowingStub<[String], [ImageUploadUrl]>(.compute { $0.map(ImageUploadUrl.of) })
    let putting = ThrowingStub<(url: String, bytes: [UInt8]), Void>(.value(()))
    let creating = ThrowingStub<(keys: [String], requests: String?), String>(.value("somewhere"))

    @concurrent func queryImageUploadUrls(fileNames: [String]) async throws -> [ImageUploadUrl] {
        try await querying(fileNames)
    }

    @concurrent func putImageData(to url: String, _ bytes: [UInt8]) async throws { try await putting((url, bytes)) }

    @concurrent func mutateCreateQuotation(uploadUrlObjectKeys: [String], requests: String?) async throws -> String {
        try await creating((uploadUrlObjectKeys, requests))
    }
}

extension ImageUploadUrl {
    static func of(_ name: String) -> ImageUploadUrl { .init(uploadUrl: "to/\(name)", objectKey: "key of \(name)") }
}

import CISWorkers
package import Foundation
package import ReceiptScenes

/// UR-31 to UR-33: sends requests to a server over HTTP. The README lists them.
package struct ServerService: ReceiptService {
    private let client: HTTPClient
    private let onProgress: @MainActor @Sendable (String, Int) -> Void

    /// `onProgress` is called for each image at every tenth part, with its file name and the percentage that was sent.
    package init(
        _ url: URL, clock: any Clock<Duration>, onProgress: @escaping @MainActor @Sendable (String, Int) -> Void
    ) {
        var configuration = HTTPConfiguration(baseURL: url, headers: ["Accept": "application/json"])
        configuration.retry = RetryPolicy(attempts: 3)  // for PUT; a POST is never repeated
        client = HTTPClient(configuration, clock: clock)
        self.onProgress = onProgress
    }

    /// UR-31: fails if there are not as many different addresses and keys as images, because an image would be lost.
    @concurrent package func queryImageUploadUrls(fileNames: [String]) async throws -> [ImageUploadUrl] {
        struct Answer: Decodable, Sendable { var uploadUrls: [ImageUploadUrl] }
        let decoder = ResponseDecoder.json(Answer.self) { [count = fileNames.count] answer in
            let urls = answer.uploadUrls
            let counts = [urls.count, Set(urls.map(\.uploadUrl)).count, Set(urls.map(\.objectKey)).count]
            guard counts.allSatisfy({ $0 == count }) else {
                let need = "\(count) images need as many upload addresses and keys, all different"
                throw HTTPError(.decoding, reason: "\(need); the server has given \(counts[1]) and \(counts[2])")
            }
            return urls
        }
        return try await client.send(
            Endpoint(.post, "image-upload-urls", body: .json(["fileNames": fileNames]), decoder: decoder))
    }

    @concurrent package func putImageData(to url: String, _ bytes: [UInt8]) async throws {
        let base = client.configuration.baseURL.appending(path: "image-upload-urls")
        guard let address = URL(string: url, relativeTo: base)?.absoluteURL else {
            throw HTTPError(.invalidRequest, reason: "the server has returned the upload address “\(url)”, no URL")
        }
        var shown = -1
        for try await event in client.transfer(Endpoint(.put, url: address, body: .data(Data(bytes)), decoder: .none)) {
            let percent = if case .progress(let sent) = event { Int((sent.fractionSent ?? 0) * 10) * 10 } else { 100 }
            guard percent > shown else { continue }  // a repeated attempt begins at 0 %
            shown = percent
            await onProgress(address.lastPathComponent, percent)
        }
    }

    @concurrent package func mutateCreateQuotation(
        uploadUrlObjectKeys: [String], requests: String?
    ) async throws -> String {
        struct Quotation: Encodable, Sendable { var uploadUrlObjectKeys: [String], requests: String? }
        let quotation = Quotation(uploadUrlObjectKeys: uploadUrlObjectKeys, requests: requests)
        let location = ResponseDecoder { $0.headers["Location"] }
        let place = try await client.send(Endpoint(.post, "quotations", body: .json(quotation), decoder: location))
        let base = client.configuration.baseURL.appending(path: "quotations")
        return place.flatMap { URL(string: $0, relativeTo: base)?.absoluteString } ?? base.absoluteString
    }
}

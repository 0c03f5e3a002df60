package import CISWorkers
package import Foundation
package import ReceiptScenes

#if os(Linux)
import CurlTransport
#endif

/// UR-31 to UR-33 over HTTP; the README lists the requests.
package struct ServerService: ReceiptService {
    /// Called with the file name of an image and the part of it that has been sent, from 0 to 100.
    package typealias Progress = @MainActor @Sendable (_ name: String, _ percent: Int) -> Void

    private let client: HTTPClient
    private let onProgress: Progress

    /// - Parameters:
    ///   - url: Where the server is.
    ///   - transport: Carries the requests.
    ///   - clock: What requests go by: how long they may take, and when they are repeated.
    ///   - onProgress: Told for each image at every tenth part.
    package init(
        _ url: URL, transport: any HTTPTransport = ServerService.transport(), clock: any Clock<Duration>,
        onProgress: @escaping Progress
    ) {
        var configuration = HTTPConfiguration(baseURL: url, headers: ["Accept": "application/json"])
        // Repeats what may be repeated: putting an image, not asking for a quotation.
        configuration.retry = RetryPolicy(attempts: 3)
        client = HTTPClient(configuration, transport: transport, clock: clock)
        self.onProgress = onProgress
    }

    /// The one that no server can stop.
    package static func transport() -> any HTTPTransport {
        #if os(Linux)
        CurlTransport()
        #else
        URLSessionTransport()
        #endif
    }

    @concurrent package func queryImageUploadUrls(fileNames: [String]) async throws -> [ImageUploadUrl] {
        let decoder = ResponseDecoder.json(Addresses.self).map { try Self.check($0.uploadUrls, count: fileNames.count) }
        return try await client.send(
            Endpoint(.post, "image-upload-urls", body: .json(["fileNames": fileNames]), decoder: decoder))
    }

    /// UR-31: with fewer addresses or keys than images, or the same for two, an image would get lost without a word.
    private static func check(_ urls: [ImageUploadUrl], count: Int) throws -> [ImageUploadUrl] {
        guard urls.count == count, Set(urls.map(\.uploadUrl)).count == count, Set(urls.map(\.objectKey)).count == count
        else { throw HTTPError(.decoding, reason: "\(count) images need as many upload addresses and keys") }
        return urls
    }

    @concurrent package func putImageData(to url: String, _ bytes: [UInt8]) async throws {
        guard let address = URL(string: url, relativeTo: client.configuration.baseURL)?.absoluteURL else {
            throw HTTPError(.invalidRequest, reason: "the server has given out an upload address that is none")
        }
        let endpoint = Endpoint(.put, url: address, body: .data(Data(bytes)), decoder: .none)
        var shown = -1
        for try await event in client.transfer(endpoint) {
            let percent =
                switch event {
                case .progress(let progress): Int((progress.fractionSent ?? 0) * 10) * 10
                case .finished: 100
                }
            guard percent > shown else { continue }
            shown = percent
            await onProgress(address.lastPathComponent, percent)
        }
    }

    @concurrent package func mutateCreateQuotation(
        uploadUrlObjectKeys: [String], requests: String?
    ) async throws -> String {
        let quotation = Quotation(uploadUrlObjectKeys: uploadUrlObjectKeys, requests: requests)
        let location = try await client.send(
            Endpoint(.post, "quotations", body: .json(quotation), decoder: ResponseDecoder { $0.headers["Location"] }))
        let base = client.configuration.baseURL.appending(path: "quotations")
        return location.flatMap { URL(string: $0, relativeTo: base)?.absoluteString } ?? base.absoluteString
    }

    private struct Addresses: Decodable, Sendable {
        var uploadUrls: [ImageUploadUrl]
    }

    private struct Quotation: Encodable, Sendable {
        var uploadUrlObjectKeys: [String]
        var requests: String?
    }
}

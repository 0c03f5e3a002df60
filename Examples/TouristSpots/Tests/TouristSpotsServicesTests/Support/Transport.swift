import CISWorkers
import Foundation
import Synchronization
import Testing
import TouristSpotsServices

/// Answers requests without a network, and records them.
final class Transport: HTTPTransport {
    private let log = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable () throws(HTTPError) -> HTTPResponse

    init(_ answer: @escaping @Sendable () throws(HTTPError) -> HTTPResponse) { self.answer = answer }

    /// Answers with status 200 and a text.
    convenience init(_ text: String) { self.init { HTTPResponse(status: 200, body: Data(text.utf8)) } }

    var requests: [HTTPRequest] { log.withLock { $0 } }

    @concurrent func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        return try answer()
    }
}

extension ForecastService {
    static let testKey = "aB%2Bc%2F1%3D%3D"

    convenience init(_ transport: Transport, key: String = testKey, at time: TimeInterval = 1_795_320_000) throws {
        self.init(
            try #require(URL(string: Self.address)), key: key, transport: transport,
            now: { Date(timeIntervalSince1970: time) })
    }

    /// Returns the number of fetched spots, or what the user reads if the fetch fails.
    @MainActor func outcome() async -> String {
        do {
            return "\(try await fetchSpots().count) spots"
        } catch {
            return text(of: error)
        }
    }
}

import CISWorkers
import Foundation
import Synchronization
import Testing
import TouristSpotsServices

/// Answers without a network, and keeps the requests.
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

    /// What the user reads if a fetch fails, or the number of spots.
    @MainActor func outcome() async -> String {
        do {
            return "\(try await fetchSpots().count) spots"
        } catch {
            return text(of: error)
        }
    }
}

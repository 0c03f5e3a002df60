package import CISWorkers
import Foundation

/// Answers like the forecast service, without a server, a network or a key.
package struct SampleTransport: HTTPTransport {
    package init() {}

    @concurrent package func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let hour = items.first { $0.name == "CURRENT_DATE" }?.value ?? ""
        // Any number, so that a refresh can be seen.
        return HTTPResponse(status: 200, body: Forecast.json(hour: hour, number: .random(in: 1...100)))
    }
}

package import CISWorkers
import Foundation

/// Answers like the service, from the bundled catalogue and without a network.
package final class CatalogueTransport: HTTPTransport {
    private let catalogue: Catalogue

    /// - Parameter films: The number of films.
    package init(films: Int = 300) {
        catalogue = Catalogue(films: films)
    }

    @concurrent package func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let answer = catalogue.answer(request.url.path) { name in items.first { $0.name == name }?.value }
        return HTTPResponse(status: answer.status, headers: ["Content-Type": answer.type], body: answer.body)
    }
}

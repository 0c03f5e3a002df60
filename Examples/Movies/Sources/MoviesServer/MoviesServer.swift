package import Foundation
import MoviesCatalogue
package import SceneWeb

/// The catalogue as a service on this machine. Its answers can be made wrong or slow.
package final class MoviesServer: Sendable {
    /// Where the service is.
    package let url: URL
    private let server: WebServer

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any that is free.
    ///   - answers: How the first, the second, … search is answered. Posters are always sent.
    ///   - clock: The clock that slow answers wait for.
    /// - Throws: An error with a sentence, if nothing can listen on the port.
    package init(port: Int, answers: [PlannedAnswers.Kind] = [], clock: any Clock<Duration> = ContinuousClock()) throws
    {
        let catalogue = Catalogue()
        let answers = PlannedAnswers(answers, clock: clock)
        server = try WebServer(port: port) { request in
            guard request.method == "GET", let path = request.path.removingPercentEncoding else {
                return .text("Only films are here.", status: 405)
            }
            let found = catalogue.answer(path) { request.query($0) }
            let isSearch = path.hasSuffix("/search/movie")
            return Self.response(found, isSearch ? await answers.next().kind : .ok)
        }
        guard let url = URL(string: "http://127.0.0.1:\(server.port)") else { throw URLError(.badURL) }
        self.url = url
    }

    private static func response(_ found: Catalogue.Answer, _ answer: PlannedAnswers.Kind) -> WebResponse {
        switch answer {
        case .ok, .slow: .bytes(found.body, type: found.type, status: found.status)
        case .error: .text("The catalogue is closed.", status: 503)
        case .broken: .bytes(found.body.prefix(found.body.count / 2), type: found.type)
        }
    }
}

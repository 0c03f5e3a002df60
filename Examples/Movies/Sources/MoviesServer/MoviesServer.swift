package import Foundation
import MoviesCatalogue
package import SceneWeb

/// Serves the catalogue on this machine. Its answers can be wrong or slow on request.
package final class MoviesServer: Sendable {
    /// The address of the service.
    package let url: URL
    private let server: WebServer

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any free one.
    ///   - answers: How the first, the second, … search is answered. Posters are always sent.
    ///   - clock: The clock that delays slow answers.
    /// - Throws: An error that is described by a sentence, if the server cannot listen on the port.
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

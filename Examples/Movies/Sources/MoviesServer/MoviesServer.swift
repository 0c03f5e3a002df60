package import Foundation
import MoviesCatalogue
import SceneWeb
import Synchronization

/// The catalogue as a service on this machine, which answers as it should, or not.
package final class MoviesServer: Sendable {
    /// How a search is answered. Posters are always sent.
    package enum Answer: String, CaseIterable, Sendable {
        /// With films.
        case ok
        /// With films, after three seconds.
        case slow
        /// With status 503.
        case error
        /// With films, of which the second half is missing.
        case broken
    }

    /// Where the service is.
    package let url: URL
    private let server: WebServer

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any that is free.
    ///   - answers: How the first, the second, … search is answered. The last one goes on. None counts as `ok`.
    ///   - clock: What slow answers go by.
    /// - Throws: An error with a sentence, if nothing can listen on the port.
    package init(port: Int, answers: [Answer] = [.ok], clock: any Clock<Duration> = ContinuousClock()) throws {
        let catalogue = Catalogue()
        let searches = Searches()
        server = try WebServer(port: port) { request in
            guard request.method == "GET", let path = request.path.removingPercentEncoding else {
                return .text("Only films are here.", status: 405)
            }
            let found = catalogue.answer(path) { request.query($0) }
            let isSearch = path.hasSuffix("/search/movie") && !answers.isEmpty
            let answer = isSearch ? answers[min(searches.next(), answers.count - 1)] : .ok
            if answer == .slow { try? await clock.sleep(for: .seconds(3)) }
            return Self.response(found, answer)
        }
        guard let url = URL(string: "http://127.0.0.1:\(server.port)") else { throw URLError(.badURL) }
        self.url = url
    }

    private static func response(_ found: Catalogue.Answer, _ answer: Answer) -> WebResponse {
        switch answer {
        case .ok, .slow: .bytes(found.body, type: found.type, status: found.status)
        case .error: .text("The catalogue is closed.", status: 503)
        case .broken: .bytes(found.body.prefix(found.body.count / 2), type: found.type)
        }
    }
}

/// Counts from 0, on any thread.
private final class Searches: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}

import CISTesting
import CISWorkers
import Foundation
import MoviesData
import MoviesDomain
import Synchronization

/// A service without a network. It is called with the path and the query of each request.
final class Service: HTTPTransport {
    let sending = ThrowingStub<String, HTTPResponse>()
    private let running = Mutex((now: 0, most: 0))

    /// The largest number of requests that were running at the same time.
    var mostAtOnce: Int { running.withLock { $0.most } }

    @concurrent func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        running.withLock { running in
            running.now += 1
            running.most = max(running.most, running.now)
        }
        defer { running.withLock { $0.now -= 1 } }
        do {
            return try await sending("\(request.url.path)?\(request.url.query ?? "")")
        } catch let error as HTTPError {
            throw error
        } catch {
            throw HTTPError(.cancelled)
        }
    }
}

extension HTTPResponse {
    static func text(_ text: String) -> HTTPResponse { HTTPResponse(status: 200, body: Data(text.utf8)) }

    /// A page with films that have only an id.
    static func page(_ number: Int, of total: Int = 3, ids: [Int]) -> HTTPResponse {
        let films = ids.map { #"{"id": \#($0)}"# }.joined(separator: ", ")
        return text(#"{"page": \#(number), "total_pages": \#(total), "results": [\#(films)], "total_results": 9}"#)
    }
}

extension MoviesConfiguration {
    static let key = "k+y&"
    // The literals are valid addresses.
    // swift-format-ignore: NeverForceUnwrap
    static let sample = MoviesConfiguration(
        api: URL(string: "http://api.example.org")!, images: URL(string: "http://images.example.org")!, key: key,
        language: "ko")
}

/// A folder that does not exist yet, in memory.
let folder = URL(filePath: "/movies")

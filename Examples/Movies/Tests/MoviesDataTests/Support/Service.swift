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

extension HTTPResponse {
    static func image(_ poster: Poster, type: String? = "image/png") -> HTTPResponse {
        var headers = HTTPHeaders()
        headers["Content-Type"] = type
        return HTTPResponse(status: 200, headers: headers, body: Data(poster.bytes))
    }
}

extension Poster {
    static let sample = Poster.png(width: 1)

    /// A PNG with the parts that every one has, and a size.
    static func png(width: UInt8) -> Poster {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let size: [UInt8] = [0, 0, 0, width, 0, 0, 0, 1, 1, 0, 0, 0, 0]
        let pixels: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0, 0, 0]
        return Poster(start + size + pixels + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }
}

extension MoviesConfiguration {
    static let key = "k+y&"
    // The literals are valid addresses.
    // swift-format-ignore: NeverForceUnwrap
    static let sample = MoviesConfiguration(
        api: URL(string: "http://api.example.org")!, images: URL(string: "http://images.example.org")!, key: key,
        language: "ko")

    /// The same service with another address for searches, another language, or another address for posters.
    static func other(
        api: String = "http://api.example.org", language: String = "ko", images: String = "http://images.example.org"
    )
        -> MoviesConfiguration
    {
        // Literals that are addresses.
        // swift-format-ignore: NeverForceUnwrap
        MoviesConfiguration(api: URL(string: api)!, images: URL(string: images)!, key: key, language: language)
    }
}

/// A folder that does not exist yet, in memory.
let folder = URL(filePath: "/movies")

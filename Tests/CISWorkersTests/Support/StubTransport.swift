import CIS
import CISWorkers
import Foundation

/// Responds to requests without a network, and records them.
final class StubTransport: HTTPTransport {
    typealias Answer = @Sendable (_ request: HTTPRequest, _ number: Int) async throws(HTTPError) -> HTTPResponse

    private let log = LockedValue<[HTTPRequest]>([])
    private let answer: Answer

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// Returns the responses one after the other, then the last one again.
    convenience init(_ responses: HTTPResponse...) {
        self.init { _, number in responses[min(number, responses.count) - 1] }
    }

    var requests: [HTTPRequest] { log.withLock { $0 } }

    @concurrent func send(
        _ request: HTTPRequest,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        let number = log.withLock { requests in
            requests.append(request)
            return requests.count
        }
        return try await answer(request, number)
    }
}

extension HTTPResponse {
    static let ok = HTTPResponse(status: 200)

    init(status: Int = 200, headers: HTTPHeaders = [:], text: String) {
        self.init(status: status, headers: headers, body: Data(text.utf8))
    }
}

extension URL {
    /// Creates a URL from a literal.
    init(_ text: StaticString) {
        self = URL(string: "\(text)") ?? URL(fileURLWithPath: "/no-url")
    }
}

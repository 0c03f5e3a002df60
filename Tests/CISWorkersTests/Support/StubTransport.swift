import CIS
import CISWorkers
import Foundation

/// Answers requests without a network, and remembers them.
final class StubTransport: HTTPTransport {
    typealias Answer = @Sendable (_ request: HTTPRequest, _ number: Int) async throws(HTTPError) -> HTTPResponse

    private let log = Guarded<[HTTPRequest]>([])
    private let answer: Answer

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// One answer after the other; the last one for all that follow.
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
    /// Written in a test, and known to be one.
    init(_ text: StaticString) {
        self = URL(string: "\(text)") ?? URL(fileURLWithPath: "/no-url")
    }
}

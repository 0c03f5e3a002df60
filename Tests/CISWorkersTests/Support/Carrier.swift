import CISWorkers
import TestSupport

/// The real transports. What is promised of one is tested with all.
enum Carrier: CaseIterable, Sendable {
    case urlSession

    var transport: any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport()
        }
    }

    func client(
        _ server: LoopbackServer,
        clock: any Clock<Duration> = TestClock(),
        authorization: (any HTTPAuthorization)? = nil,
        configure: (inout HTTPConfiguration) -> Void = { _ in }
    ) -> HTTPClient {
        var configuration = HTTPConfiguration(baseURL: server.url)
        configure(&configuration)
        return HTTPClient(configuration, authorization: authorization, transport: transport, clock: clock)
    }
}

extension Endpoint where Response == String {
    /// Something to read.
    static let page = Endpoint(.get, "page", decoder: .text)
}

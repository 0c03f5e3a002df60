import CISWorkers
import TestSupport

/// The real transports. The tests in `HTTP` run with each of them. Tests of one transport are in a folder with its name.
enum Carrier: CaseIterable, Sendable {
    #if os(Linux)
    case curl
    #endif
    case urlSession

    /// The default, for tests that do not depend on the transport.
    static let usual = Carrier.allCases[0]

    var transport: any HTTPTransport {
        switch self {
        #if os(Linux)
        case .curl: CurlTransport(.patient)
        #endif
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
    /// An endpoint with text.
    static let page = Endpoint(.get, "page", decoder: .text)
}

import CISWorkers
import CurlTransport
import TestSupport

/// The transport that is tested here. The library's tests, in `Library`, know it by this name.
enum Carrier: CaseIterable, Sendable {
    case curl

    /// The transport of tests that do not depend on it.
    static let usual = Carrier.curl

    var transport: any HTTPTransport {
        switch self {
        case .curl: CurlTransport()
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

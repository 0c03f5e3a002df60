import CISWorkers
import TestSupport

/// The real transports. Tests run with each of them.
///
/// The tests in `HTTP` only use this type, so that a package with another transport can run them with its own
/// `Carrier`. Tests of one transport are in a folder with its name.
enum Carrier: CaseIterable, Sendable {
    case urlSession

    /// The transport of tests that do not depend on it.
    static let usual = Carrier.urlSession

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
    /// An endpoint with text.
    static let page = Endpoint(.get, "page", decoder: .text)
}

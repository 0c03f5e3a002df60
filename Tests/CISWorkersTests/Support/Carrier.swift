import CISWorkers
import TestSupport

/// The real transports. What is promised of one is tested with all.
///
/// The tests in `HTTP` know only this type: a package with another transport runs them, too, with a `Carrier` of its own.
/// What holds for one transport alone is tested in a folder of its name.
enum Carrier: CaseIterable, Sendable {
    case urlSession

    /// For tests that are about something else than the transport.
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
    /// Something to read.
    static let page = Endpoint(.get, "page", decoder: .text)
}

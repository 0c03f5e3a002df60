import CISWorkers
import Foundation
import TestSupport

#if os(Linux)
/// Returns a client with a transport of its own.
func client(
    _ url: URL,
    _ configure: (inout CurlConfiguration) -> Void = { _ in },
    http: (inout HTTPConfiguration) -> Void = { _ in }
) -> HTTPClient {
    var configuration = CurlConfiguration.patient
    configure(&configuration)
    return client(url, over: CurlTransport(configuration), http: http)
}

extension CurlConfiguration {
    /// Uses an idle connection again within a day, however slow the machine is.
    static var patient: Self {
        var configuration = Self()
        configuration.maximumIdleSeconds = 86_400
        return configuration
    }
}
#endif

func client(
    _ url: URL,
    over transport: any HTTPTransport,
    http: (inout HTTPConfiguration) -> Void = { _ in }
) -> HTTPClient {
    var configuration = HTTPConfiguration(baseURL: url)
    http(&configuration)
    return HTTPClient(configuration, transport: transport, clock: TestClock())
}

extension HTTPClient {
    /// Returns the text of the page.
    func page() async throws(HTTPError) -> String { try await send(.page) }
}

import Foundation
package import GatherApp
package import SceneWeb

/// Serves the page.
///
/// - Parameters:
///   - port: The port, or 0 for any free one.
///   - log: Called with a line for each request that is refused.
@MainActor package func startPages(
    of app: GatherApp, port: Int, log: @escaping @Sendable (String) -> Void = WebServer.logToStandardError
) throws -> ScenePages {
    try ScenePages(app: app.bridgedForPages(), files: .page, port: port, log: log)
}

/// Serves the page until the program receives SIGINT or SIGTERM.
@MainActor package func servePages(of app: GatherApp, port: Int) async throws {
    let pages = try startPages(of: app, port: port)
    let link = app.options.link.map { "/#/\($0.path)" } ?? ""
    try? FileHandle.standardOutput.write(contentsOf: Data("\(pages.address)\(link)\n".utf8))
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    let sources = [SIGINT, SIGTERM].map { number in
        Foundation.signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { signal.finish() }
        source.resume()
        return source
    }
    for await _ in signals {}
    for source in sources { source.cancel() }
    await pages.stop()
}

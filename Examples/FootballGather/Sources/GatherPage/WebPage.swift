import Foundation
package import GatherApp
package import SceneWeb

/// Serves the page.
///
/// - Parameter port: The port, or 0 for any that is free.
@MainActor package func startPages(of app: GatherApp, port: Int) throws -> ScenePages {
    return try ScenePages(app: app.bridgedForPages(), files: .page, port: port)
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

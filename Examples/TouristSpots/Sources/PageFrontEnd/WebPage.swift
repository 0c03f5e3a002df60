package import CISBridge
package import Foundation
package import SceneWeb

/// Serves the page.
///
/// - Parameter port: The port, or 0 for any free one.
@MainActor package func startPages(of app: BridgedApp, port: Int) throws -> ScenePages {
    var files = StaticFiles()
    files.add(Data(PackageResources.index_html), at: "/index.html")
    files.add(Data(PackageResources.page_js), at: "/page.js")
    files.add(Data(PackageResources.page_css), at: "/page.css")
    return try ScenePages(app: app, files: files, port: port)
}

/// Serves the page until the program receives SIGINT or SIGTERM.
@MainActor package func servePages(of app: BridgedApp, port: Int) async throws {
    let pages = try startPages(of: app, port: port)
    print(pages.address)
    fflush(nil)
    let (signals, signal) = AsyncStream.makeStream(of: Never.self)
    let sources = onSignals { signal.finish() }
    for await _ in signals {}
    for source in sources { source.cancel() }
    await pages.stop()
}

/// Calls a function when the program receives SIGINT or SIGTERM, until the results are cancelled.
package func onSignals(_ handle: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler(handler: handle)
        source.resume()
        return source
    }
}

import Foundation
import SceneWeb
import TouristSpotsApp

/// Serves the page until the program is told to end.
@MainActor func servePage(of app: TouristSpotsApp, port: Int) async throws {
    var files = StaticFiles()
    files.add(Data(PackageResources.index_html), at: "/index.html")
    files.add(Data(PackageResources.page_js), at: "/page.js")
    files.add(Data(PackageResources.page_css), at: "/page.css")
    let pages = try ScenePages(app: app.bridged(), files: files, port: port)
    print(pages.address)
    fflush(nil)
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

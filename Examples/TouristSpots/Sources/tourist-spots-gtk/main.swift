import CGTK
import Foundation
import SceneGTK
import TouristSpotsApp
import WindowFrontEnd

/// A window that shows the scene in its own process. Its `main` is synchronous, because GTK's loop needs it to be.
var window: SpotsWindow?

do {
    let options = try Options(CommandLine.arguments.dropFirst(), environment: ProcessInfo.processInfo.environment)
    if options.host == .help { exit(Options.printHelp()) }
    let app = try TouristSpotsApp(options)
    exit(
        try runApplication(id: "org.swift-cis.tourist-spots") { application in
            let shown = SpotsWindow(app.scene(), application)
            window = shown
            // TS-13: the scene ends with its window.
            connect(shown.window, "destroy") { window = nil }
        })
} catch {
    FileHandle.standardError.write(Data("tourist-spots-gtk: \(error)\n".utf8))
    exit(error is Options.Misuse ? 64 : 1)
}

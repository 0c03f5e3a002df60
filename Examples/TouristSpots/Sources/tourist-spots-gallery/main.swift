import CGTK
import Foundation
import SceneGTK
import TouristSpotsApp

/// Starts the scene once, and shows it in a window, in the terminal and in a page: three front ends of one scene.
do {
    let environment = ProcessInfo.processInfo.environment
    let options = try Options(
        CommandLine.arguments.dropFirst(), environment: environment, taking: ["--web", "--no-browser"])
    if options.host == .help { exit(Options.printHelp()) }
    let app = try TouristSpotsApp(options)
    exit(
        try runApplication(id: "org.swift-cis.tourist-spots-gallery") { application in
            g_application_hold(gtk_as_application(application))
            Task {
                do {
                    let gallery = try Gallery(app, options, application)
                    if options.opensBrowser { Browser.open(gallery.address, environment: environment) }
                    await gallery.run()
                } catch {
                    fail(error)
                }
                g_application_release(gtk_as_application(application))
            }
        })
} catch {
    fail(error)
}

@MainActor func fail(_ error: any Error) -> Never {
    FileHandle.standardError.write(Data("tourist-spots-gallery: \(error)\n".utf8))
    exit(error is Options.Misuse ? 64 : 1)
}

import CGTK
import Foundation
import MoviesGTK
import MoviesOptions
import SceneGTK

// A window for the tests, which look into it while it is used:
//
//     movies-window-probe posters OPTIONS              compares 10,000 posters of rows while the list is scrolled
//     movies-window-probe close MILLISECONDS OPTIONS   closes the window then, and ends when nothing holds the program

/// Holds the window.
var program: Program?

@MainActor func report(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// Ends the loop when it is released. The program holds it.
@MainActor final class Witness {
    private let application: UnsafeMutablePointer<GtkApplication>

    init(_ application: UnsafeMutablePointer<GtkApplication>) { self.application = application }

    func released() {
        report("released")
        g_application_quit(gtk_as_application(application))
    }
}

/// Calls a function when it is released.
final class AtRelease: Sendable {
    let call: @MainActor @Sendable () -> Void

    init(_ call: @escaping @MainActor @Sendable () -> Void) { self.call = call }

    deinit { Task { @MainActor [call] in call() } }
}

/// Scrolls through the list until enough posters were compared. A slow machine needs several passes, because rows that have
/// no poster yet are not compared.
@MainActor func checkPosters(_ options: WindowOptions, _ window: MoviesWindow, _ check: PosterCheck) {
    program = Program(options, window) { [before = check.compared] in
        guard check.compared >= 10_000 || check.compared == before else { return checkPosters(options, window, check) }
        report("posters: \(check.compared) looked at, \(check.wrong) on the wrong row")
        gtk_window_close(gtk_as_window(window.window))
    }
    program?.onScroll = { check.look(at: window.list.rows) }
}

@MainActor func close(
    _ options: WindowOptions, _ window: MoviesWindow, after milliseconds: guint,
    _ application: UnsafeMutablePointer<GtkApplication>
) {
    // The application continues without a window, so that the test notices what still runs.
    g_application_hold(gtk_as_application(application))
    let witness = Witness(application)
    let atRelease = AtRelease { witness.released() }
    program = Program(options, window) { withExtendedLifetime(atRelease) { report("ended by itself") } }
    connect(window.window, "unrealize") {
        report("closed")
        program = nil
    }
    g_timeout_add_full(
        G_PRIORITY_DEFAULT, milliseconds,
        { window in
            if let window { gtk_window_close(gtk_as_window(window)) }
            return 0
        }, window.window, nil)
}

var words = CommandLine.arguments.dropFirst()
let mode = words.popFirst() ?? ""
let milliseconds = mode == "close" ? words.popFirst().flatMap { guint($0) } ?? 0 : 0
do {
    let options = try WindowOptions(words, environment: ProcessInfo.processInfo.environment)
    exit(
        try runApplication(id: "org.swift-cis.movies.probe") { application in
            applyStyle(isDark: options.isDark)
            let window = MoviesWindow(
                options.options.app(), application, width: options.size.width, height: options.size.height)
            if mode == "close" {
                close(options, window, after: milliseconds, application)
            } else {
                checkPosters(options, window, PosterCheck(films: options.options.films))
            }
        })
} catch {
    FileHandle.standardError.write(Data("movies-window-probe: \(error)\n".utf8))
    exit(1)
}

import CGTK
import Foundation
import MoviesGTK
import MoviesOptions
import SceneGTK
import TerminalKit

let console = Console()
let start = StartPhases()

/// Holds the window. `main` must be synchronous for GTK's loop.
var program: Program?

/// Starts this program again, on a virtual display. Returns if that is not possible.
func startWithoutDisplay() {
    guard ProcessInfo.processInfo.environment["MOVIES_XVFB"] == nil else { return }
    setenv("MOVIES_XVFB", "1", 1)  // so that it is tried only once
    // Without a graphics card this renderer starts in half of the time.
    setenv("GSK_RENDERER", "cairo", 0)
    let words = ["xvfb-run", "-a", "-s", "-screen 0 4000x4000x24"] + CommandLine.arguments
    let pointers = words.map { strdup($0) } + [nil]
    execvp("xvfb-run", pointers)
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    console.write(WindowOptions.help)
    exit(console.exitCode())
}
do {
    let options = try WindowOptions(arguments, environment: ProcessInfo.processInfo.environment)
    do {
        let code = try runApplication(id: "org.swift-cis.movies") { application in
            start.end(of: "GTK")
            applyStyle(isDark: options.isDark)
            let window = MoviesWindow(
                options.options.app(), application, width: options.size.width, height: options.size.height)
            start.end(of: "the window")
            program = Program(options, window, console, start: start) {
                gtk_window_close(gtk_as_window(window.window))
            }
            // The scene ends with its window.
            connect(window.window, "unrealize") { program = nil }
        }
        exit(console.exitCode(code))
    } catch {
        if options.screenshot != nil { startWithoutDisplay() }
        throw error
    }
} catch {
    console.note("movies-gtk: \(error)")
    exit(error is Options.Misuse ? 64 : 1)
}

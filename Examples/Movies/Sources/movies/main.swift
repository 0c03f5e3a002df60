import CISInspector
import Foundation
import MoviesApp
import MoviesOptions
import MoviesTerminal
import TerminalKit

let console = Console()
let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    console.write(
        """
        usage: movies [--key KEY] [--api URL] [--images URL] [--store DIR] [--films N] [--record FILE]

        Searches films, without options in a bundled catalogue of films that nobody has made.
        \(Options.help)
          --record FILE  the file for a recording of what happens, which cis-inspect shows

        \(Terminal.help)
        """)
    exit(console.exitCode())
}
signal(SIGPIPE, SIG_IGN)  // the reader may close the pipe early
do {
    let options = try Options(arguments, environment: ProcessInfo.processInfo.environment, own: ["--record"])
    let scene = options.app().moviesList()
    if console.isInteractive { console.note("Type “help” to see the commands.") }
    try await Recorder.record(scene, to: options.own["--record"].map { URL(filePath: $0) }) {
        try await Terminal(scene, console).run()
    }
    exit(console.exitCode())
} catch {
    console.note("movies: \(error)")
    exit(error is Options.Misuse || (error as? ScriptError)?.error is UsageError ? 64 : 1)
}

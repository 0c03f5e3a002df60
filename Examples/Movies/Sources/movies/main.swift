import Foundation
import MoviesApp
import MoviesOptions
import MoviesTerminal
import TerminalKit

let console = Console()
let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    print(
        """
        usage: movies [--key KEY] [--api URL] [--images URL] [--store DIR] [--films N]

        Searches films, without options in a bundled catalogue of films that nobody has made.
        \(Options.help)

        \(Terminal.help)
        """)
    exit(0)
}
signal(SIGPIPE, SIG_IGN)  // the reader may close the pipe early
do {
    let options = try Options(arguments, environment: ProcessInfo.processInfo.environment)
    await Terminal(options.app().moviesList()) { console.write($0) }.run { readLine() }
} catch {
    console.note("movies: \(error)")
    exit(64)
}

import Foundation
import MoviesApp
import MoviesOptions
import MoviesTerminal

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
    let terminal = Terminal(options.app().moviesList()) {
        // Not `print`, which delays lines when the output is a pipe.
        try? FileHandle.standardOutput.write(contentsOf: Data("\($0)\n".utf8))
    }
    await terminal.run { readLine() }
} catch {
    try? FileHandle.standardError.write(contentsOf: Data("movies: \(error)\n".utf8))
    exit(64)
}

import Foundation
import MoviesApp
import MoviesTerminal

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    print(Options.help)
    exit(0)
}
signal(SIGPIPE, SIG_IGN)  // the reader may have read enough
do {
    let options = try Options(arguments, environment: ProcessInfo.processInfo.environment)
    let terminal = Terminal(options.app().moviesList()) {
        // Not `print`, which keeps lines back when they go to a pipe.
        FileHandle.standardOutput.write(Data("\($0)\n".utf8))
    }
    await terminal.run { readLine() }
} catch {
    FileHandle.standardError.write(Data("movies: \(error)\n".utf8))
    exit(64)
}

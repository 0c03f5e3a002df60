import Foundation
import MoviesServer
import TerminalKit

let console = Console()
let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    console.write(ServerOptions.help)
    exit(console.exitCode())
}
do {
    let options = try ServerOptions(arguments)
    let server = try MoviesServer(port: options.port, answers: options.answers)
    console.write("\(server.url)")
    if console.hasLostOutput { exit(console.exitCode()) }  // nobody could find the server
    withExtendedLifetime(server) { dispatchMain() }
} catch {
    console.note("movies-server: \(error)")
    exit(error is ServerOptions.Misuse ? 64 : 1)
}

import Foundation
import MoviesServer

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    print(ServerOptions.help)
    exit(0)
}
do {
    let options = try ServerOptions(arguments)
    let server = try MoviesServer(port: options.port, answers: options.answers)
    FileHandle.standardOutput.write(Data("\(server.url)\n".utf8))
    withExtendedLifetime(server) { dispatchMain() }
} catch {
    FileHandle.standardError.write(Data("movies-server: \(error)\n".utf8))
    exit(error is ServerOptions.Misuse ? 64 : 1)
}

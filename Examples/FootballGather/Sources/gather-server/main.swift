import Foundation
import GatherServer
import TerminalKit

// If a standard descriptor is closed, the database or a connection would get its number, and receive the output written to it.
for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    let console = Console()
    console.write(ServerOptions.help)
    exit(console.exitCode())
}
// A client, or the reader of the output, may disconnect at any time.
signal(SIGPIPE, SIG_IGN)
do {
    let options = try ServerOptions(arguments)
    let signals = EndSignals()
    let server = try GatherServer(try await options.database.open(), options)
    try? FileHandle.standardOutput.write(contentsOf: Data("\(options.address(port: server.port))\n".utf8))
    await signals.first()
    await server.stop()
} catch {
    try? FileHandle.standardError.write(contentsOf: Data("gather-server: \(error)\n".utf8))
    exit(error is ServerOptions.Misuse ? 64 : 1)
}

import Foundation
import GatherServer

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    print(ServerOptions.help)
    exit(0)
}
// A client, or the reader of the output, may go at any time.
signal(SIGPIPE, SIG_IGN)
do {
    let options = try ServerOptions(arguments)
    let signals = EndSignals()
    let server = try GatherServer(try await options.database.open(), options)
    FileHandle.standardOutput.write(Data("\(options.address(port: server.port))\n".utf8))
    await signals.first()
    await server.stop()
} catch {
    FileHandle.standardError.write(Data("gather-server: \(error)\n".utf8))
    exit(error is ServerOptions.Misuse ? 64 : 1)
}

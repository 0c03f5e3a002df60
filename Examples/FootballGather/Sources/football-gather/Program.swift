import Foundation
import GatherApp
import GatherPage
import GatherTerminal
import TerminalKit

/// Reads the arguments, and shows the app in the front end that they choose.
@main enum Program {
    @MainActor static func main() async {
        // The reader of the output, or a host, may disconnect at any time.
        signal(SIGPIPE, SIG_IGN)
        do {
            exit(try await run(try Options(CommandLine.arguments.dropFirst())))
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("football-gather: \(error)\n".utf8))
            exit(error is Options.Misuse ? 64 : 1)
        }
    }

    @MainActor private static func run(_ options: Options) async throws -> Int32 {
        let console = Console()
        guard options.host != .help else {
            console.write(Options.help)
            return console.exitCode()
        }
        let app = try await GatherApp(options)
        do {
            let status = try await app.recorded {
                switch options.host {
                case .terminal: return await TerminalFrontEnd.run(app: app)
                case .web(let port): try await servePages(of: app, port: port)
                case .bridge: await app.bridged().serveStandardStreams()
                case .schema: console.write(app.bridged().schemaText)
                case .help: break
                }
                return 0
            }
            await app.end()
            return console.exitCode(status)
        } catch {
            await app.end()
            throw error
        }
    }
}

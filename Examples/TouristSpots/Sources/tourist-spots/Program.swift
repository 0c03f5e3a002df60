import Foundation
import PageFrontEnd
import TerminalFrontEnd
import TouristSpotsApp

/// Reads the arguments, and shows the scene where they say.
@main enum Program {
    @MainActor static func main() async {
        do {
            let options = try Options(
                CommandLine.arguments.dropFirst(), environment: ProcessInfo.processInfo.environment,
                taking: ["--bridge", "--web", "--record"])
            let app = try TouristSpotsApp(options)
            switch options.host {
            case .help: exit(Options.printHelp())
            case .bridge: await app.bridged().serveStandardStreams()
            case .web(let port): try await servePages(of: app.bridged(), port: port)
            case .own:
                exit(try await app.recorded { isatty(STDOUT_FILENO) == 1 ? await Terminal($0).run() : await list($0) })
            }
        } catch {
            FileHandle.standardError.write(Data("tourist-spots: \(error)\n".utf8))
            exit(error is Options.Misuse ? 64 : 1)
        }
    }
}

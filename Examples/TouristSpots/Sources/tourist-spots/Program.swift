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
            if options.host == .help { exit(Options.printHelp()) }
            let app = try TouristSpotsApp(options)
            let code = try await app.recorded {
                if case .web(let port) = options.host { try await servePages(of: app.bridged(), port: port) }
                if options.host == .bridge { await app.bridged().serveStandardStreams() }
                guard options.host == .own else { return 0 }
                return isatty(STDOUT_FILENO) == 1 ? await Terminal(app.scene()).run() : await list(app.scene())
            }
            exit(code)
        } catch {
            FileHandle.standardError.write(Data("tourist-spots: \(error)\n".utf8))
            exit(error is Options.Misuse ? 64 : 1)
        }
    }
}

import Foundation
import SampleForecast
import TerminalFrontEnd
import TouristSpotsScenes
import TouristSpotsServices

/// The terminal alone. It needs no system library, because it starts no server.
@main enum Program {
    @MainActor static func main() async {
        let key = ProcessInfo.processInfo.environment["TOURIST_SPOTS_KEY"] ?? ""
        guard CommandLine.arguments.count == 1, let url = URL(string: ForecastService.address) else {
            FileHandle.standardError.write(Data("tourist-spots-terminal has no options; tourist-spots has.\n".utf8))
            exit(64)
        }
        let service =
            key.isEmpty
            ? ForecastService(url, key: "sample", transport: SampleTransport()) : ForecastService(url, key: key)
        let scene = TouristSpots.assemble(worker: service)
        exit(isatty(STDOUT_FILENO) == 1 ? await Terminal(scene).run() : await list(scene))
    }
}

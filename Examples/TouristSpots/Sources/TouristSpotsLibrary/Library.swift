import Foundation
import TouristSpotsApp

/// The function that a program in C, or in any language that calls C, passes to `cis_open`.
///
/// `TOURIST_SPOTS_ANSWERS` replaces the option `--answers`, because a library has no command line.
@MainActor @c(tourist_spots_app) public func touristSpotsApp() {
    let environment = ProcessInfo.processInfo.environment
    do {
        let arguments = environment["TOURIST_SPOTS_ANSWERS"].map { ["--answers", $0] } ?? []
        try TouristSpotsApp(Options(arguments, environment: environment)).bridged().offerToHost()
    } catch {
        FileHandle.standardError.write(Data("tourist-spots: \(error)\n".utf8))
    }
}

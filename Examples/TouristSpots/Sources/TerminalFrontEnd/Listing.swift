package import CIS
import Foundation
import TerminalKit
package import TouristSpotsScenes

/// In a pipe: the list once, as plain text.
@MainActor package func list(_ scene: SceneRuntime<TouristSpots>) async -> Int32 {
    signal(SIGPIPE, SIG_IGN)  // the reader may have read enough
    await scene.run(.appeared)
    if let failure = scene.state.failure {
        FileHandle.standardError.write(Data("tourist-spots: \(failure.plain)\n".utf8))
        return 1
    }
    for row in scene.state.rows {
        print(row.course.plain, row.spot.plain, separator: "\n")
        print(row.details.plain, row.forecast.plain, separator: "\n", terminator: "\n\n")
    }
    return 0
}

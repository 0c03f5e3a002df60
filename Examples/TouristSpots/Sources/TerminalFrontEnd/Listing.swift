package import CIS
import Foundation
import TerminalKit
package import TouristSpotsScenes

/// Prints the list once, as plain text, for a pipe.
@MainActor package func list(_ scene: SceneRuntime<TouristSpots>) async -> Int32 {
    signal(SIGPIPE, SIG_IGN)  // the reader may close the pipe early
    await scene.run(.appeared)
    if let failure = scene.state.failure {
        FileHandle.standardError.write(Data("tourist-spots: \(failure.plain)\n".utf8))
        return 1
    }
    for row in scene.state.rows {
        print([row.course, row.spot, row.details, row.forecast, row.sky, ""].map(\.plain).joined(separator: "\n"))
    }
    return 0
}

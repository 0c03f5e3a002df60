package import CIS
import Foundation
import TerminalKit
package import TouristSpotsScenes

/// Prints the list once, as plain text, for a pipe.
@MainActor package func list(_ scene: SceneRuntime<TouristSpots>) async -> Int32 {
    signal(SIGPIPE, SIG_IGN)  // the reader may close the pipe early
    let console = Console()
    await scene.run(.appeared)
    if let failure = scene.state.failure { console.note("tourist-spots: \(failure.plain)") }
    for row in scene.state.rows {
        let texts = [row.course, row.spot, row.details, row.forecast, row.sky, ""]
        console.write(texts.map(\.plain).joined(separator: "\n"))
    }
    return console.exitCode(scene.state.failure == nil ? 0 : 1)
}

import CIS
import Foundation
package import GatherApp
import GatherScenes

/// The app in a terminal.
package enum TerminalFrontEnd {
    /// Shows the app until the user leaves it: on a full screen, or as lines of text if the input or the output is no
    /// terminal.
    ///
    /// - Returns: The status of the program.
    @MainActor package static func run(app: GatherApp) async -> Int32 {
        let environment = ProcessInfo.processInfo.environment
        let signals = EndSignals()
        let hasScreen =
            isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && environment["TERM"] ?? "dumb" != "dumb"
        // The commands of a script are for the first screen. A person goes on where the last program was killed.
        let (flow, keep) = hasScreen ? await app.continuedFlow() : (app.flow(), {})
        app.record(flow)
        if let link = app.options.link { flow.execute(.linkOpened(link)) }
        guard hasScreen else { return await Dialogue(flow).run(Dialogue.standardInput, until: signals) }
        // Texts on standard error, such as the log of the own server, would disturb the screen.
        let errors = HeldErrors()
        defer { errors.release() }
        let hasColours = environment["NO_COLOR"] == nil
        return await FullScreen(flow, hasColours: hasColours, onChange: keep).run(until: signals)
    }
}

package import GatherApp

/// The app in a terminal.
package enum TerminalFrontEnd {
    /// Shows the app until the user leaves it.
    ///
    /// - Returns: The status of the program.
    @MainActor package static func run(app: GatherApp) async -> Int32 {
        print("There is no app for the terminal yet: football-gather --web 8080 serves a page.")
        return 1
    }
}

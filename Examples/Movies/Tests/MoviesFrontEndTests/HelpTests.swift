import Foundation
import Testing

extension FrontEnds {
    /// How a person gets to know the commands of the terminal.
    @Suite(.enabled(if: has("timeout", "python3"))) struct HelpTests {
        private let store = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")
        private let hint = "Type “help” to see the commands."

        @Test func `in a terminal it begins with how to get help, and in a pipe it does not`() throws {
            defer { try? FileManager.default.removeItem(at: store) }
            let program = Bundle.main.bundleURL.appending(path: "movies").path
            let terminal = try RunningProgram(
                "/usr/bin/env",
                ["python3", "-c", "import pty, sys; pty.spawn(sys.argv[1:])", program, "--store", store.path],
                input: "help\nquit\n")
            let shown = terminal.wholeOutput()
            #expect(shown.contains(hint) && shown.contains("  help "), "\(shown)")
            let pipe = try RunningProgram("movies", ["--store", store.path], input: "quit\n")
            #expect(pipe.wholeOutput().split(separator: "\n").count == 2 && pipe.errors == "")
        }
    }
}

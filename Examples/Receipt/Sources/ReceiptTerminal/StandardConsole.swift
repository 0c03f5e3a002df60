import Foundation
import ReceiptCommandLine

/// Standard input, output and error.
@MainActor final class StandardConsole: Console {
    let isTerminal = isatty(STDIN_FILENO) == 1

    /// Blocks the main thread, which has nothing else to do: every command is followed to its end before the next is read.
    func readLine() async -> String? {
        Swift.readLine()
    }

    func write(_ text: String) {
        put(text + "\n", to: .standardOutput)
    }

    func writeError(_ text: String) {
        put(text + "\n", to: .standardError)
    }

    func prompt(_ text: String) {
        put(text, to: .standardOutput)
    }

    /// Not buffered, so that both streams keep their order. A reader that has gone away must not stop a request.
    private func put(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data(text.utf8))
    }
}

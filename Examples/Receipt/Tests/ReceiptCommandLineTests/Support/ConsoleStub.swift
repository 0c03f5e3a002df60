import TerminalKit

/// Gives a console lines from a list, and records what it writes.
@MainActor final class ConsoleStub {
    let terminal = Console()
    private var input: ArraySlice<String>
    /// The text of standard output and standard error, in the order of writing.
    private(set) var transcript = ""
    private(set) var output: [String] = []
    private(set) var errors: [String] = []

    init(_ input: [String] = [], isTerminal: Bool = false) {
        self.input = input[...]
        terminal.isInteractive = isTerminal
        terminal.columns = { nil }
        terminal.input = { [unowned self] in
            let line = self.input.popFirst()
            if isTerminal, let line { transcript += line + "\n" }  // a terminal echoes what is typed
            return line
        }
        terminal.output = { [unowned self] text in
            if text.hasSuffix("\n") { output.append(String(text.dropLast())) }
            transcript += text
        }
        terminal.errors = { [unowned self] text in
            errors.append(String(text.dropLast()))
            transcript += text
        }
    }

    /// The texts of the toasts, without their mark.
    var toasts: [String] {
        output.filter { $0.hasPrefix("[toast] ") }.map { String($0.dropFirst("[toast] ".count)) }
    }
}

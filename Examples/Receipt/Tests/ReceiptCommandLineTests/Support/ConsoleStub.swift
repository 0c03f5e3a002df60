import ReceiptCommandLine

/// Gives a terminal lines from a list and keeps what is written.
@MainActor final class ConsoleStub {
    let terminal = Terminal()
    private var input: ArraySlice<String>
    /// Standard output and standard error, in the order in which they would be seen.
    private(set) var transcript = ""
    private(set) var output: [String] = []
    private(set) var errors: [String] = []

    init(_ input: [String] = [], isTerminal: Bool = false) {
        self.input = input[...]
        terminal.isInteractive = isTerminal
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

    /// What was shown as toasts, without their mark.
    var toasts: [String] {
        output.filter { $0.hasPrefix("[toast] ") }.map { String($0.dropFirst("[toast] ".count)) }
    }
}

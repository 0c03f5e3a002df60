import ReceiptCommandLine

/// Gives lines from a list and keeps what is written.
@MainActor final class ConsoleStub: Console {
    let isTerminal: Bool
    let hasLostOutput = false
    private var input: ArraySlice<String>
    /// Standard output and standard error, in the order in which they would be seen.
    private(set) var transcript = ""
    private(set) var output: [String] = []
    private(set) var errors: [String] = []

    init(_ input: [String] = [], isTerminal: Bool = false) {
        self.input = input[...]
        self.isTerminal = isTerminal
    }

    func readLine() async -> String? {
        let line = input.popFirst()
        if isTerminal, let line { transcript += line + "\n" }  // a terminal echoes what is typed
        return line
    }

    func write(_ text: String) {
        output.append(text)
        transcript += text + "\n"
    }

    func writeError(_ text: String) {
        errors.append(text)
        transcript += text + "\n"
    }

    func prompt(_ text: String) {
        transcript += text
    }

    /// What was shown as toasts, without their mark.
    var toasts: [String] {
        output.filter { $0.hasPrefix("[toast] ") }.map { String($0.dropFirst("[toast] ".count)) }
    }
}

import Foundation

/// Standard input, output and error, unless a test gives others.
@MainActor package final class Terminal {
    /// Whether a person is typing.
    package var isInteractive = isatty(STDIN_FILENO) == 1
    package var input: () -> String? = { Swift.readLine() }
    package var output: (String) throws -> Void = { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) }
    package var errors: (String) throws -> Void = { try FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    /// Whether some output could not be written.
    private(set) var hasLostOutput = false

    package init() {}

    func write(_ text: String, end: String = "\n") {
        do { try output(text.printable + end) } catch { hasLostOutput = true }
    }

    /// Writes a line to standard error.
    func note(_ text: String) { try? errors(text.printable + "\n") }

    func report(_ error: Any) { note("error: \(error)") }

    /// Returns the next line, or nil at the end of input. A person is asked for it.
    func readLine() -> String? {
        if isInteractive { write("> ", end: "") }
        let line = input()
        if isInteractive, line == nil { write("") }  // the end of input does not end the line
        return line
    }
}

/// An error in the arguments or in a command. The text names the value and the remedy.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension String {
    /// Returns the text, or refuses it if it was not UTF-8: then the system has replaced some of its bytes.
    func checked() throws -> String {
        guard !contains("\u{FFFD}") else { throw UsageError("“\(self)” is no UTF-8 text. Give it in UTF-8.") }
        return self
    }

    /// The text without control characters, which a terminal would obey.
    fileprivate var printable: String {
        replacing(/[\p{Cc}--\n]/.matchingSemantics(.unicodeScalar), with: "\u{FFFD}")
    }
}

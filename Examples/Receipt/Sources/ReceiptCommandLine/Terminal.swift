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

    func writeError(_ text: String) { try? errors(text.printable + "\n") }
}

/// An error in the arguments or in a command. The text names the value and the remedy.
package struct UsageError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension String {
    /// Returns the text, or refuses it if it was not UTF-8: then the system has replaced some of its bytes.
    func checked() throws(UsageError) -> String {
        guard !contains("\u{FFFD}") else { throw UsageError("“\(self)” is no UTF-8 text. Give it in UTF-8.") }
        return self
    }

    /// The text without control characters, which a terminal would obey.
    fileprivate var printable: String {
        replacing(/[\p{Cc}--\n]/.matchingSemantics(.unicodeScalar), with: "\u{FFFD}")
    }
}

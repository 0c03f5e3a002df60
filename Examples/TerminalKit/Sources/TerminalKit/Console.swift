import Foundation

/// Reads and writes lines of text: on standard input, output and error, unless a test gives others.
@MainActor public final class Console {
    /// Whether a person is typing.
    public var isInteractive = isatty(STDIN_FILENO) == 1
    /// Returns the next line, or `nil` at the end of input.
    public var input: () -> String? = { Swift.readLine() }
    /// Writes a text to standard output. Unlike `print`, it does not delay lines when the output is a pipe.
    public var output: (String) throws -> Void = { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) }
    /// Writes a text to standard error.
    public var errors: (String) throws -> Void = { try FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    /// The number of columns to which texts are wrapped between words. A terminal itself breaks a line anywhere, also within a word.
    /// `nil` if the output is no terminal; then texts are not wrapped.
    public var columns: () -> Int? = { isatty(STDOUT_FILENO) == 1 ? TerminalMode.size.columns : nil }
    /// Whether some output could not be written.
    public private(set) var hasLostOutput = false

    /// Creates a console on standard input, output and error.
    public init() {}

    /// Writes a text to standard output, and then a line break or the given end.
    public func write(_ text: String, end: String = "\n") {
        do { try output(readable(text) + end) } catch { hasLostOutput = true }
    }

    /// Writes a line to standard error.
    public func note(_ text: String) { try? errors(readable(text) + "\n") }

    private func readable(_ text: String) -> String {
        let text = text.printable
        return columns().map { text.wrapped(to: $0).joined(separator: "\n") } ?? text
    }

    /// Writes `error: `, followed by the description of an error, to standard error.
    public func report(_ error: any Error) { note("error: \(error)") }

    /// Returns the exit code of a program that ends now. Output that was lost is reported, and 0 becomes 74, as in BSD's `sysexits`.
    public func exitCode(_ code: Int32 = 0) -> Int32 {
        guard hasLostOutput else { return code }
        note("error: Standard output could not be written, so what is there is not complete.")
        return code == 0 ? 74 : code
    }

    /// Reads commands from a person or from a script, and carries each out, until there are no more or the closure
    /// returns `false`. Blank lines are skipped, and so are comments, which begin with `#`.
    ///
    /// After an error a person can continue. A script ends, because its next commands were written for a state that was
    /// not reached.
    ///
    /// - Parameter carryOut: Receives the command, and all of its line.
    /// - Throws: ``ScriptError``, if there is no person.
    public func follow(_ carryOut: (_ command: Substring, _ line: String) async throws -> Bool) async throws {
        var number = 0
        while let line = readLine() {
            number += 1
            do {
                let line = try line.checked()
                let command = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }  // a byte order mark may come first
                if command.isEmpty || command.hasPrefix("#") { continue }
                guard try await carryOut(command, line) else { return }
            } catch {
                guard isInteractive else { throw ScriptError(line: number, error: error) }
                report(error)
            }
        }
    }

    /// Returns the next line, or `nil` at the end of input. A person is asked for it.
    private func readLine() -> String? {
        if isInteractive { write("> ", end: "") }
        let line = input()
        if isInteractive, line == nil { write("") }  // the end of input does not end the line
        return line
    }
}

package import Foundation

/// Standard input, output and error.
@MainActor package final class StandardConsole: Console {
    package let isTerminal: Bool
    package private(set) var hasLostOutput = false
    private let input: FileHandle
    /// Over the same descriptor, for its lines.
    private let lines: UnsafeMutablePointer<FILE>?
    private let output: FileHandle
    private let errors: FileHandle

    /// The streams of this process, unless others are given.
    package init(
        input: FileHandle = .standardInput, output: FileHandle = .standardOutput, errors: FileHandle = .standardError
    ) {
        isTerminal = isatty(input.fileDescriptor) == 1
        self.input = input
        lines = fdopen(input.fileDescriptor, "r")
        self.output = output
        self.errors = errors
    }

    /// Blocks the main thread, which has nothing else to do: every command is followed to its end before the next is read.
    package func readLine() async throws(UsageError) -> String? {
        // Not `Swift.readLine`, which repairs what is no UTF-8.
        var start: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(start) }
        guard let lines, case let count = getline(&start, &capacity, lines), count >= 0 else { return nil }
        var line = UnsafeRawBufferPointer(start: start, count: count)[...]
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        return try String(exactly: line)
    }

    package func write(_ text: String) {
        prompt(text + "\n")
    }

    package func writeError(_ text: String) {
        try? errors.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Not buffered, so that both streams keep their order. A reader that has gone away must not stop a request.
    package func prompt(_ text: String) {
        do { try output.write(contentsOf: Data(text.utf8)) } catch { hasLostOutput = true }
    }
}

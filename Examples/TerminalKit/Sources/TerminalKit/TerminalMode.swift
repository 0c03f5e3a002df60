import Foundation

/// A mode of the terminal that delivers every key at once, and shows another screen until it is left.
public final class TerminalMode {
    private let input: Int32
    private let output: Int32
    private var before = termios()
    private var isTerminal = false

    /// - Parameters:
    ///   - input: The descriptor that delivers the keys.
    ///   - output: The descriptor that the screen is written to.
    public init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
        self.input = input
        self.output = output
    }

    /// Begins the mode.
    public func enter() {
        isTerminal = tcgetattr(input, &before) == 0
        if isTerminal {
            var raw = before
            cfmakeraw(&raw)
            tcsetattr(input, TCSANOW, &raw)
        }
        // Show the other screen, hide the cursor, and cut lines that are too long, such as those drawn before the window was made
        // smaller: a line that continues in the next one would move everything below it.
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    }

    /// Ends the mode, and restores the terminal as it was.
    public func leave() {
        write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        if isTerminal { tcsetattr(input, TCSANOW, &before) }
    }

    /// The size of the terminal. If standard output is not a terminal, it is 24 by 80.
    public static var size: (rows: Int, columns: Int) { size(of: STDOUT_FILENO) }

    /// The size of the terminal with this descriptor. If it is not a terminal, it is 24 by 80.
    public static func size(of output: Int32) -> (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    /// Returns what draws lines from the top of the screen on. Each is overwritten in place, because a terminal that is cleared
    /// first flickers.
    ///
    /// - Parameter rows: The height of the terminal. Further lines are left out.
    public static func drawing(_ lines: [String], rows: Int) -> String {
        // A line is erased before it is written. Afterwards, one that is as wide as the terminal would lose its last column.
        let text = lines.prefix(rows).map { "\u{1B}[K" + $0 }.joined(separator: "\r\n")
        let below = lines.count < rows ? "\r\n\u{1B}[J" : ""
        return "\u{1B}[?2026h\u{1B}[H\(text)\(below)\u{1B}[?2026l"  // shown as a whole, where the terminal can do that
    }

    private func write(_ text: String) {
        // The terminal may be closed already.
        try? FileHandle(fileDescriptor: output).write(contentsOf: Data(text.utf8))
    }
}

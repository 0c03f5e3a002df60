import Foundation

/// A mode of the terminal that delivers every key at once, and shows another screen until it is left.
package final class TerminalMode {
    private var before = termios()
    private var isTerminal = false

    package init() {}

    /// Begins the mode.
    package func enter() {
        isTerminal = tcgetattr(STDIN_FILENO, &before) == 0
        if isTerminal {
            var raw = before
            cfmakeraw(&raw)
            tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        }
        write("\u{1B}[?1049h\u{1B}[?25l")  // show the other screen, hide the cursor
    }

    /// Ends the mode, and restores the terminal as it was.
    package func leave() {
        write("\u{1B}[?25h\u{1B}[?1049l")
        if isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    }

    /// The size of the terminal. If standard output is not a terminal, it is 24 by 80.
    package static var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    private func write(_ text: String) {
        // The terminal may be gone.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}

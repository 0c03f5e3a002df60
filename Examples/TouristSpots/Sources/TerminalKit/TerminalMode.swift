import Foundation

/// A terminal that gives every key at once, and shows a screen of its own until it is left.
package final class TerminalMode {
    private var before = termios()
    private var isTerminal = false

    package init() {}

    /// Begins.
    package func enter() {
        isTerminal = tcgetattr(STDIN_FILENO, &before) == 0
        if isTerminal {
            var raw = before
            cfmakeraw(&raw)
            tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        }
        write("\u{1B}[?1049h\u{1B}[?25l")  // the other screen, without a cursor
    }

    /// Leaves everything as it was.
    package func leave() {
        write("\u{1B}[?25h\u{1B}[?1049l")
        if isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    }

    /// The size of the terminal that standard output goes to; 24 by 80 if it goes elsewhere.
    package static var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}

import Foundation

/// A terminal that gives every key at once, and shows a screen of its own until it is left.
final class TerminalMode {
    private var before = termios()
    private var isTerminal = false

    func enter() {
        isTerminal = tcgetattr(STDIN_FILENO, &before) == 0
        if isTerminal {
            var raw = before
            cfmakeraw(&raw)
            tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        }
        write("\u{1B}[?1049h\u{1B}[?25l")  // the other screen, without a cursor
    }

    func leave() {
        write("\u{1B}[?25h\u{1B}[?1049l")
        if isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    }

    static var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}

import Foundation

extension Dialogue {
    /// The lines of standard input. They are read on a thread of their own, so that requests and the countdown continue.
    static var standardInput: AsyncStream<String> { lines(of: STDIN_FILENO) }

    /// The lines that come from a descriptor. The last one may have no line end.
    package nonisolated static func lines(of input: Int32) -> AsyncStream<String> {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            var (rest, buffer) = (Data(), [UInt8](repeating: 0, count: 4 << 10))
            while true {
                let count = read(input, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest.append(contentsOf: buffer[..<count])
                while let end = rest.firstIndex(of: 10) {
                    line.yield(text(rest[..<end]))
                    rest = Data(rest[(end + 1)...])
                }
            }
            if !rest.isEmpty { line.yield(text(rest)) }
            line.finish()
        }
        return lines
    }

    /// Sets whether the terminal shows what is typed.
    static func setEcho(_ isShown: Bool) {
        var mode = termios()
        guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
        if isShown { mode.c_lflag |= tcflag_t(ECHO) } else { mode.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }

    /// The text of a line. The line may have the line end of Windows.
    private nonisolated static func text(_ bytes: Data) -> String {
        String(decoding: bytes.last == 13 ? bytes.dropLast() : bytes, as: UTF8.self)
    }
}

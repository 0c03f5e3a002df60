import Foundation
import TerminalKit
import Testing

/// A terminal inside the test: keys go in, and the screens come out as plain text.
@MainActor final class PseudoTerminal {
    /// The side of the program.
    let program: Int32
    private let keyboard: Int32
    private let screens: AsyncStream<String>
    private var last = ""
    /// How often the terminal has rung, up to the screen that was waited for last.
    private(set) var bells = 0

    init(rows: UInt16 = 24, columns: UInt16 = 80) throws {
        var (keyboard, program): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&keyboard, &program, nil, nil, &size) == 0)
        self.keyboard = keyboard
        self.program = program
        let (screens, screen) = AsyncStream.makeStream(of: String.self)
        self.screens = screens
        Thread.detachNewThread { [keyboard] in
            var (text, buffer) = (Data(), [UInt8](repeating: 0, count: 64 << 10))
            while case let count = read(keyboard, &buffer, buffer.count), count > 0 {
                text.append(contentsOf: buffer[..<count])
                // A screen begins at the upper left, and ends with the end of what is shown as a whole.
                while let end = text.firstRange(of: Data("\u{1B}[?2026l".utf8)) {
                    screen.yield(Self.plain(String(decoding: text[..<end.lowerBound], as: UTF8.self)))
                    text = Data(text[end.upperBound...])
                }
            }
            screen.finish()
        }
    }

    /// Types a text, or the bytes of a key.
    func type(_ text: String) throws {
        try FileHandle(fileDescriptor: keyboard).write(contentsOf: Data(text.utf8))
    }

    /// Ends the terminal, as when its window is closed.
    func close() {
        Foundation.close(program)
        Foundation.close(keyboard)
    }

    /// Waits for a screen with all of the texts and none of the absent ones.
    @discardableResult func shows(_ texts: String..., absent: [String] = []) async -> String {
        let isShown = { (screen: String) in
            texts.allSatisfy(screen.contains) && !absent.contains(where: screen.contains)
        }
        if isShown(last) { return last }
        for await screen in screens {
            last = screen
            if screen.contains("\u{7}") { bells += 1 }
            if isShown(screen) { return screen }
        }
        Issue.record("The terminal has ended before \(texts). Its last screen:\n\(last)")
        return last
    }

    private nonisolated static func plain(_ text: String) -> String {
        let screen = text.components(separatedBy: "\u{1B}[H").last ?? ""
        let bell = text.contains("\u{7}") ? "\u{7}" : ""
        return screen.replacing(/\u{1B}\[[0-9;?]*[a-zA-Z]/, with: "") + bell
    }
}

import Foundation
import TerminalKit
import Testing

/// The lines of a text, and the columns that they take.
@Suite struct WrappingTests {
    @Test(
        arguments: [
            ("한글", 4), ("각", 2), ("✅⭐", 4), ("🇰🇷", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("🈂", 2), ("e\u{301}", 1),
            ("\u{301}", 0), ("a\u{200B}b", 2), ("\u{1B}[31ma\u{1B}[0m", 1), ("", 0),
        ] as [(String, Int)])
    func `wide characters take two columns, marks and colours none`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one two three", 6, ["one", "two", "three"]),
            ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]), ("한국어 글", 4, ["한국", "어", "글"]), ("한글", 1, ["한", "글"]),
            ("👨‍👩‍👧👨‍👩‍👧", 3, ["👨‍👩‍👧", "👨‍👩‍👧"]), ("  - word", 4, ["  -", "word"]), ("one   two", 4, ["one", "two"]),
            ("one  ", 3, ["one"]), ("a\n\nb\r\nc", 9, ["a", "", "b", "c"]), ("", 5, []),
            ("\u{1B}[1mbold\u{1B}[0m text", 4, ["\u{1B}[1mbold\u{1B}[0m", "text"]),
        ] as [(String, Int, [String])])
    func `a text is broken at line breaks, between words, and within a long word`(
        text: String, columns: Int, lines: [String]
    ) {
        #expect(text.wrapped(to: columns) == lines)
    }

    @Test func `no line is wider than it may be, and nothing but blanks is lost, in any width`() {
        var random = SplitMix64(seed: 1)
        let pieces = ["a", "bc", " ", "  ", "한", "김민준", "✅", "👨‍👩‍👧", "e\u{301}", "\u{1B}[36m", "\u{1B}[0m", "🇰🇷", "…"]
        for _ in 0..<500 {
            let text = (0..<20).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            for columns in 1...12 {
                let lines = text.wrapped(to: columns)
                #expect(lines.allSatisfy { $0.columns <= max(2, columns) }, "\(columns): \(lines)")
                #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " }, "\(columns): \(lines)")
                #expect(text.clipped(to: columns).columns <= columns)
            }
        }
    }

    @Test func `a line is erased before it is written, and keeps its last column`() {
        let drawing = { TerminalMode.drawing(["ab", "cd"], rows: $0) }
        #expect(drawing(3).contains("\u{1B}[H\u{1B}[Kab\r\n\u{1B}[Kcd\r\n\u{1B}[J"))
        // In the last row, a line break would move everything.
        #expect(drawing(2).contains("\u{1B}[H\u{1B}[Kab\r\n\u{1B}[Kcd\u{1B}[?2026l"))
        #expect(drawing(1).contains("\u{1B}[H\u{1B}[Kab\u{1B}[?2026l"))
    }

    @Test func `on the screen of its own, the terminal cuts a line that is too long, and afterwards breaks it again`() {
        let pipe = Pipe()
        let mode = TerminalMode(
            input: pipe.fileHandleForReading.fileDescriptor, output: pipe.fileHandleForWriting.fileDescriptor)
        mode.enter()
        #expect(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self).contains("\u{1B}[?7l"))
        mode.leave()
        #expect(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self).contains("\u{1B}[?7h"))
    }
}

/// Random numbers that are the same each time.
private struct SplitMix64: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        let first = (seed ^ seed >> 30) &* 0xBF58_476D_1CE4_E5B9
        let second = (first ^ first >> 27) &* 0x94D0_49BB_1331_11EB
        return second ^ second >> 31
    }
}

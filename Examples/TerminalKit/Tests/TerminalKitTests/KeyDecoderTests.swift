import TerminalKit
import Testing

/// Decoding the bytes of a terminal into keys.
@Suite struct KeyDecoderTests {
    private func keys(_ parts: [UInt8]...) -> [Key] {
        var decoder = KeyDecoder()
        return parts.flatMap { decoder.keys(in: $0) }
    }

    private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

    @Test(arguments: [
        ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[1;2A", .shiftUp), ("\u{1B}[1;2B", .shiftDown),
        ("\u{1B}[1;5C", .right), ("\u{1B}[D", .left), ("\u{1B}[Z", .backTab), ("\u{1B}[H", .home), ("\u{1B}OF", .end),
        ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
        ("\u{1B}[6~", .pageDown),
        ("\u{1B}", .escape), ("\r", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{3}", .control("c")),
        ("한", .character("한")), ("😀", .character("😀")),
    ])
    func `a key`(text: String, key: Key) { #expect(keys(text) == [key]) }

    @Test func `several keys at once`() {
        #expect(keys("a\u{1B}[Bé\u{1B}") == [.character("a"), .down, .character("é"), .escape])
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
        #expect(keys("\u{1B}x") == [.escape, .character("x")])
    }

    @Test func `a key whose bytes come apart`() {
        let letter = Array("한".utf8)
        #expect(keys([letter[0]], [letter[1]], [letter[2], 0x61]) == [.character("한"), .character("a")])
        #expect(keys(Array("\u{1B}[".utf8), Array("1;2".utf8), Array("A".utf8)) == [.shiftUp])
    }

    @Test func `what is no key is left out, and takes no other key with it`() {
        #expect(keys("\u{1B}[200~a\u{1B}[99;1X") == [.character("a")])
        #expect(keys([0xFF, 0x80, 0xC3, 0x28, 0x62]) == [.character("("), .character("b")])
        let endless = [0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 100)
        #expect(keys(endless, Array("a".utf8)) == [.character("a")])
    }
}

import CISBridge
import Testing

/// A host computes the checksum from the text that it has received, in any language.
@Suite struct `Checksum of a state` {
    @Test(arguments: [(Double.nan, "NaN"), (.infinity, "Infinity"), (-.infinity, "-Infinity")])
    func `a number that JSON does not have counts as the text that is sent for it`(number: Double, text: String) {
        #expect(JSONTree.number(number).checksum == JSONTree.text(text).checksum)
        #expect(JSONTree.number(number).text == "\"\(text)\"")
    }

    // As strings of Swift, the second key comes first.
    @Test func `keys come in the order of their bytes`() {
        let tree = JSONTree.object(["e\u{301}": .bool(true), "f": .null])
        #expect(tree.checksum == hash("{s3:e\u{301}ts1:fn}"))
        #expect("f" < "e\u{301}")
    }

    /// FNV-1a, with 32 bits.
    private func hash(_ text: String) -> UInt32 {
        text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}

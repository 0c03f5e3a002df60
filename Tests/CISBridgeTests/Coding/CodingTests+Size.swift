import CISBridge
import Testing

/// The size of a tree decides whether a patch is shorter.
extension `Values on the wire` {
    @Test func `a list in which one element has grown has the size of the whole list`() throws {
        let before = try TreeEncoder.encode(["a", "b", "c"])
        let words = ["a", String(repeating: "b", count: 100), "c"]
        let after = try TreeEncoder.encode(words, previous: before)
        let whole = try TreeEncoder.encode(words)
        #expect(after == whole)
        #expect(after.size == whole.size)
        let longer = try TreeEncoder.encode(words + ["d"], previous: after)
        #expect(longer.size == (try TreeEncoder.encode(words + ["d"])).size)
    }
}

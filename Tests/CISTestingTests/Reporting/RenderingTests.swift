import CIS
import CISTesting
import Testing

/// Values as text.
@Suite struct `Values as text` {
    private struct Image: Equatable {
        var name = "a.jpg"
        var size = 3
    }

    private enum Phase {
        case idle
        case failed(reason: String, code: Int)
        case sending(Image)
    }

    private struct Album {
        var title = "여름 \"2026\"\n"
        var images: [Image] = [Image(), Image(name: "b.jpg")]
        var phase = Phase.failed(reason: "no network", code: 7)
        var chosen: Image?
        var scores = ["b": 2, "a": 1]
        var tags: Set<String> = ["z", "y"]
        var empty: [Int] = []
        var pair = (1, named: true)
    }

    @Test func `fields and elements have lines of their own, small values one line; sets are sorted`() {
        let expected = """
            Album(
              title: "여름 \\"2026\\"\\n"
              images: [
                Image(name: "a.jpg", size: 3)
                Image(name: "b.jpg", size: 3)
              ]
              phase: failed(reason: "no network", code: 7)
              chosen: nil
              scores: [
                "a": 1
                "b": 2
              ]
              tags: [
                "y"
                "z"
              ]
              empty: []
              pair: (1, named: true)
            )
            """
        #expect(Rendering.lines(of: Album()).joined(separator: "\n") == expected)
    }

    @Test func `a value that is too long for one line takes several`() {
        let phase = Phase.sending(Image(name: String(repeating: "x", count: 60), size: 1))
        #expect(
            Rendering.lines(of: phase) == [
                "sending(", "  Image(", "    name: \"\(String(repeating: "x", count: 60))\"", "    size: 1", "  )", ")",
            ])
        #expect(Rendering.lines(of: Phase.idle) == ["idle"])
    }

    @Test func `of a long collection a thousand elements are shown and the rest is counted`() {
        let lines = Rendering.lines(of: Array(0..<10_000))
        #expect(lines.count == 1_003)
        #expect(lines.suffix(3) == ["  999", "  … 9,000 more", "]"])
    }

    @Test func `an empty dictionary is written as in Swift`() {
        #expect(Rendering.lines(of: [String: Int]()) == ["[:]"])
        #expect(Rendering.lines(of: Set<Int>()) == ["[]"])
    }

    @Test func `a dictionary with too many entries to be put in order is counted`() {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ($0, $0) })
        #expect(Rendering.lines(of: dictionary) == ["[", "  … 2,000 more", "]"])
    }

    @Test func `many long collections end after about two thousand lines`() {
        let lines = Rendering.lines(of: Array(repeating: Array(0..<500), count: 50))
        #expect((2_000..<2_010).contains(lines.count))
        #expect(lines.contains { $0.hasSuffix(" more") })
    }

    @Test func `a long text is cut and its rest counted`() {
        #expect(
            Rendering.lines(of: String(repeating: "가", count: 1_501))
                == ["\"\(String(repeating: "가", count: 500))\" … 1,001 more characters"])
    }

    @Test func `bytes are shown in rows of sixteen`() {
        #expect(
            Rendering.lines(of: [UInt8](0...17)) == [
                "[", "  00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F", "  10 11", "]",
            ])
    }

    private final class Node {
        let name = "node"
        var next: Node?
    }

    @Test func `an object that contains itself is cut off`() {
        let node = Node()
        node.next = node
        #expect(Rendering.lines(of: node) == ["Node(", "  name: \"node\"", "  next: Node(…)", ")"])
        #expect(Rendering.summary(of: node) == "Node(name: \"node\", next: Node(…))")
        node.next = nil
    }

    private indirect enum Chain {
        case end
        case link(Chain)
    }

    @Test func `values that are nested too deeply are cut off`() {
        var chain = Chain.end
        for _ in 0..<1_000 { chain = .link(chain) }
        let lines = Rendering.lines(of: chain)
        #expect(lines.count == 2 * Rendering.depthLimit + 1)
        #expect(lines.dropFirst(Rendering.depthLimit).first?.hasSuffix("link(…)") == true)
    }

    private class Base { let first = 1 }
    private final class Derived: Base { let second = 2 }

    @Test func `an object shows the fields that it inherits`() {
        #expect(Rendering.lines(of: Derived()) == ["Derived(", "  first: 1", "  second: 2", ")"])
    }

    @Test func `types of the system are shown by their description, or by their fields on request`() {
        var details = Presented<String>()
        details.present("Alien")
        #expect(Rendering.lines(of: details) == ["presented(Alien)"])
        #expect(Rendering.lines(of: details, isRaw: true).contains("  number: 1"))
        #expect(Rendering.lines(of: Duration.seconds(1)) == ["1.0 seconds"])
    }

    @Test func `a summary is one line, cut off where it is too long`() {
        #expect(Rendering.summary(of: Phase.sending(Image())) == "sending(Image(name: \"a.jpg\", size: 3))")
        #expect(Rendering.summary(of: [1, 2, 3]) == "[1, 2, 3]")
        #expect(Rendering.summary(of: Array(0..<100_000), width: 10) == "[0, 1, 2, …")
    }

    @Test func `functions and types are shown as such`() {
        #expect(Rendering.lines(of: Int.self) == ["Int"])
        #expect(Rendering.lines(of: { (number: Int) in number }) == ["(Function)"])
    }
}

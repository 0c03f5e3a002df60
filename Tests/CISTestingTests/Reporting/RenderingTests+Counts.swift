import CISTesting
import Testing

/// How many elements are left out.
extension `Values as text` {
    @Test func `elements that are shown, and those that are counted, are all`() {
        let lines = Rendering.lines(of: [[Int]](repeating: Array(100_000..<101_000), count: 5)).map { line in
            (depth: line.prefix { $0 == " " }.count, text: line.drop { $0 == " " })
        }
        let shown = lines.count { $0.text.first?.isNumber == true }
        let hidden = lines.filter { $0.text.hasPrefix("… ") }.map { line in
            let number = Int(line.text.filter(\.isNumber)) ?? 0
            return line.depth == 2 ? number * 1_000 : number
        }
        #expect(shown > 1_000)
        #expect(shown + hidden.reduce(0, +) == 5_000)
    }
}

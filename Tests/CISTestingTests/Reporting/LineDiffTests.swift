import CISTesting
import TestSupport
import Testing

/// Differences of texts.
@Suite struct `Differences of texts` {
    @Test func `equal texts have no difference`() {
        #expect(LineDiff.text(expected: ["a", "b"], actual: ["a", "b"]) == nil)
        #expect(LineDiff.text(expected: [], actual: []) == nil)
    }

    @Test func `a difference shows the expected and the actual lines, and the lines around them`() {
        let expected = ["1", "2", "3", "old", "4", "5", "6"]
        let actual = ["1", "2", "3", "new", "4", "5", "6"]
        #expect(
            LineDiff.text(expected: expected, actual: actual) == """
                  … 1 equal line
                  2
                  3
                − old
                + new
                  4
                  5
                  … 1 equal line
                """)
        #expect(LineDiff.text(expected: expected, actual: actual, context: 0)?.contains("  3") == false)
    }

    @Test func `between two differences far apart the equal lines are counted`() {
        let middle = (1...10).map { "m\($0)" }
        #expect(
            LineDiff.text(expected: ["a"] + middle + ["z"], actual: ["b"] + middle + ["y"], context: 1) == """
                − a
                + b
                  m1
                  … 8 equal lines
                  m10
                − z
                + y
                """)
    }

    @Test func `an inserted line is one line of difference`() {
        let lines = (0..<100).map { "\($0)" }
        var longer = lines
        longer.insert("new", at: 50)
        let text = LineDiff.text(expected: lines, actual: longer, context: 0) ?? ""
        #expect(text.split(separator: "\n").filter { !$0.hasPrefix("  …") } == ["+ new"])
    }

    @Test(arguments: 0..<60)
    func `the difference is as short as can be, and leads from one text to the other`(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        func lines() -> [String] {
            (0..<Int.random(in: 0...9, using: &dice)).map { _ in "abc".randomLine(&dice) }
        }
        let (expected, actual) = (lines(), lines())
        let same = expected.map { "  " + $0 }.joined(separator: "\n")
        let text = LineDiff.text(expected: expected, actual: actual, context: 100) ?? same
        let edits = text.split(separator: "\n").map(String.init)
        #expect(edits.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst(2)) } == expected)
        #expect(edits.filter { !$0.hasPrefix("−") }.map { String($0.dropFirst(2)) } == actual)
        let fewest = actual.difference(from: expected).count
        #expect(edits.count { !$0.hasPrefix("  ") } == fewest)
    }

    @Test func `texts of two thousand lines are compared line by line`() {
        let count = fewerWhenSanitized(2_000)
        let expected = (0..<count).map { "\($0)" }
        var actual = ["first"] + expected + ["last"]
        for index in stride(from: 1, to: count, by: count / 4) { actual[index] = "changed" }
        let text = LineDiff.text(expected: expected, actual: actual, context: 0) ?? ""
        #expect(text.split(separator: "\n").count { $0.hasPrefix("+") } == 6)
    }

    @Test func `longer texts are compared as a whole, and a limited number of lines is shown`() {
        let count = fewerWhenSanitized(50_000)
        let expected = (0..<count).map { "old \($0)" }
        let text = LineDiff.text(expected: ["head"] + expected, actual: ["head"] + expected.map { $0 + "!" }) ?? ""
        let lines = text.split(separator: "\n")
        #expect(lines.first == "  head")
        #expect(lines.count == LineDiff.lineLimit + 1)
        #expect(lines.last == (count == 50_000 ? "… 99,601 more lines" : "… 9,601 more lines"))
    }
}

extension String {
    fileprivate func randomLine(_ dice: inout Dice) -> String {
        randomElement(using: &dice).map(String.init) ?? ""
    }
}

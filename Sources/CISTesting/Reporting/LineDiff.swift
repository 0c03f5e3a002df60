/// The difference of two texts, line by line.
package enum LineDiff {
    /// The lines that differ, marked `−` (expected) and `+` (actual), with the lines around them. `nil` if all are equal.
    ///
    /// - Parameters:
    ///   - expected: The expected lines.
    ///   - actual: The actual lines.
    ///   - context: The number of equal lines to show before and after each difference.
    /// - Complexity: O(*n* × *m*), where *n* and *m* are the numbers of expected and actual lines between the first and
    ///   the last difference. If *n* × *m* is greater than 5,000,000, these lines are shown as one difference, in
    ///   O(*n* + *m*). At most ``lineLimit`` lines are shown.
    package static func text(expected: [String], actual: [String], context: Int = 2) -> String? {
        let edits = edits(from: expected, to: actual)
        guard edits.contains(where: { $0.mark != .same }) else { return nil }
        var lines: [String] = []
        var skipped = 0
        for (index, edit) in edits.enumerated() {
            guard isShown(index, of: edits, context: context) else {
                skipped += 1
                continue
            }
            if skipped > 0 { lines.append("  … \(CountText.of(skipped, "equal line"))") }
            skipped = 0
            lines.append(edit.mark.rawValue + edit.line)
        }
        if skipped > 0 { lines.append("  … \(CountText.of(skipped, "equal line"))") }
        if lines.count > lineLimit {
            let rest = lines.count - lineLimit
            lines.removeLast(rest)
            lines.append("… \(CountText.of(rest, "more line"))")
        }
        return lines.joined(separator: "\n")
    }

    /// The maximum number of lines that are shown.
    package static let lineLimit = 400

    private enum Mark: String {
        case same = "  "
        case expected = "− "
        case actual = "+ "
    }

    private typealias Edit = (mark: Mark, line: String)

    private static func isShown(_ index: Int, of edits: [Edit], context: Int) -> Bool {
        let from = max(0, index - context)
        let to = min(edits.count - 1, index + context)
        return edits[from...to].contains { $0.mark != .same }
    }

    private static func edits(from expected: [String], to actual: [String]) -> [Edit] {
        let start = zip(expected, actual).prefix { $0 == $1 }.count
        let tails = zip(expected.dropFirst(start).reversed(), actual.dropFirst(start).reversed())
        let end = tails.prefix { $0 == $1 }.count
        let old = Array(expected[start..<(expected.count - end)])
        let new = Array(actual[start..<(actual.count - end)])
        let middle =
            old.count * new.count <= 5_000_000
            ? shortest(from: old, to: new) : old.map { (.expected, $0) } + new.map { (.actual, $0) }
        return expected[..<start].map { (.same, $0) } + middle + expected.suffix(end).map { (.same, $0) }
    }

    /// The fewest edits, by the longest common subsequence.
    private static func shortest(from old: [String], to new: [String]) -> [Edit] {
        let lengths = Lengths(old, new)
        var edits: [Edit] = []
        var (row, column) = (0, 0)
        while row < old.count, column < new.count {
            if lengths.isCommon(row, column) {
                edits.append((.same, old[row]))
                (row, column) = (row + 1, column + 1)
            } else if lengths[row + 1, column] >= lengths[row, column + 1] {
                edits.append((.expected, old[row]))
                row += 1
            } else {
                edits.append((.actual, new[column]))
                column += 1
            }
        }
        return edits + old[row...].map { (.expected, $0) } + new[column...].map { (.actual, $0) }
    }

    /// The lengths of the longest common subsequences of all pairs of suffixes.
    private struct Lengths {
        private let old: [Int]
        private let new: [Int]
        private var cells: [Int32]

        init(_ old: [String], _ new: [String]) {
            // Lines are numbered, since comparing numbers is faster.
            var numbers: [String: Int] = [:]
            func number(_ line: String) -> Int {
                if let known = numbers[line] { return known }
                numbers[line] = numbers.count
                return numbers.count - 1
            }
            let (oldLines, newLines) = (old.map(number), new.map(number))
            let width = new.count + 1
            cells = [Int32](repeating: 0, count: (old.count + 1) * width)
            cells.withUnsafeMutableBufferPointer { cells in
                for row in old.indices.reversed() {
                    for column in new.indices.reversed() {
                        let here = row * width + column
                        cells[here] =
                            oldLines[row] == newLines[column]
                            ? cells[here + width + 1] + 1 : max(cells[here + width], cells[here + 1])
                    }
                }
            }
            (self.old, self.new) = (oldLines, newLines)
        }

        func isCommon(_ row: Int, _ column: Int) -> Bool { old[row] == new[column] }

        subscript(row: Int, column: Int) -> Int32 { cells[row * (new.count + 1) + column] }
    }
}

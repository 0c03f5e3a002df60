/// Where two recordings begin to differ.
public struct RecordingDifference: Sendable, CustomStringConvertible {
    /// One side: a line, and what it has changed.
    public struct Side: Sendable {
        /// The line. `nil` if the recording has ended before.
        public let line: RecordedLine?
        /// What the line has changed in the state of its scene, one line each.
        public let changes: [String]
    }

    /// The number of lines that are equal before.
    public let equalLines: Int
    /// The last equal line.
    public let lastEqual: RecordedLine?
    /// The first recording.
    public let left: Side
    /// The second recording.
    public let right: Side

    /// Both sides, below each other.
    public var description: String {
        var text = "The recordings are equal for \(equalLines) lines"
        text += lastEqual.map { ", up to \(Timeline.sentence(for: $0))." } ?? "."
        for (name, side) in [("first", left), ("second", right)] {
            text += "\n  \(name):  " + (side.line.map { Timeline.sentence(for: $0) } ?? "it has ended")
            for change in side.changes { text += "\n           \(Timeline.inert(change))" }
        }
        return text
    }
}

extension Recording {
    /// Compares what has happened, and in which order, in two recordings. Times do not count.
    ///
    /// - Returns: The first difference, or `nil` if the two recordings tell the same.
    public func firstDifference(from other: Recording) -> RecordingDifference? {
        let (left, right) = (sides, other.sides)
        let equal = zip(left, right).prefix { $0.line?.whatHappened == $1.line?.whatHappened }.count
        if equal == left.count, equal == right.count { return nil }
        let ended = RecordingDifference.Side(line: nil, changes: [])
        return RecordingDifference(
            equalLines: equal, lastEqual: equal > 0 ? left[equal - 1].line : nil,
            left: equal < left.count ? left[equal] : ended, right: equal < right.count ? right[equal] : ended)
    }

    private var sides: [RecordingDifference.Side] {
        var sides: [RecordingDifference.Side] = []
        forEachLine { line, states in
            sides.append(.init(line: line, changes: states.map { $0.before.differences(to: $0.after) } ?? []))
        }
        return sides
    }
}

extension RecordedLine {
    /// What counts in a comparison.
    fileprivate var whatHappened: [AnyHashable?] {
        [kind, scene, cause ?? ended, via, name, value, ending, reason, dropped, hash, place]
    }
}

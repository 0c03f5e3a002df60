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
        text += lastEqual.map { ", up to \($0.sentence)." } ?? "."
        for (name, side) in [("first", left), ("second", right)] {
            text += "\n  \(name):  " + (side.line.map { $0.sentence } ?? "it has ended")
            for change in side.changes { text += "\n           \(change.inert)" }
        }
        return text
    }
}

extension Recording {
    /// Compares what has happened, and in which order, in two recordings. Times do not count.
    ///
    /// - Returns: The first difference, or `nil` if the two recordings tell the same.
    public func firstDifference(from other: Recording) -> RecordingDifference? {
        let equal = zip(lines, other.lines).prefix { $0.whatHappened == $1.whatHappened }.count
        guard equal < max(lines.count, other.lines.count) else { return nil }
        return RecordingDifference(
            equalLines: equal, lastEqual: equal > 0 ? lines[equal - 1] : nil, left: side(equal),
            right: other.side(equal))
    }

    private func side(_ index: Int) -> RecordingDifference.Side {
        var (count, changes) = (0, [String]())
        forEachLine { _, states in
            if count == index, let states { changes = states.before.differences(to: states.after) }
            count += 1
        }
        return RecordingDifference.Side(line: index < count ? lines[index] : nil, changes: changes)
    }
}

extension RecordedLine {
    /// What counts in a comparison.
    fileprivate var whatHappened: [AnyHashable?] {
        [kind, scene, cause ?? ended, via, name, value, ending, reason, dropped, hash, place]
    }
}

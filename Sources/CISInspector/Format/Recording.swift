public import Foundation

/// A recording that was read.
///
/// Reading is forgiving: a last line that is torn is dropped, and a line that cannot be read is skipped and listed in
/// ``problems``. Only a file without the first line of a recording is refused.
public struct Recording: Sendable {
    /// The first line.
    public let header: RecordingHeader
    /// What has happened, in order.
    public let lines: [RecordedLine]
    /// What could not be read.
    public let problems: [RecordingProblem]
    /// Whether the end is missing, for example because the program has crashed.
    public let isCut: Bool

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of a file.
    ///   - progress: Called now and then with the part that was read, from 0 to 1.
    /// - Throws: ``RecordingProblem`` if the first line is not that of a recording.
    public init(reading bytes: [UInt8], progress: (Double) -> Void = { _ in }) throws(RecordingProblem) {
        let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = texts.first, !bytes.isEmpty else {
            throw RecordingProblem(
                line: 1, field: nil, expected: "the first line of a recording, {\"cisrec\":1,…}", found: "nothing")
        }
        let fields = try LineFields(first, line: 1)
        header = try RecordingHeader(fields)
        var lines: [RecordedLine] = []
        var problems: [RecordingProblem] = []
        if !header.start.isEmpty, header.wallClock == nil {
            problems.append(fields.problem("start", "a date from 1970 to 2255", "something else"))
        }
        var isComplete = false
        var sum = Checksum()
        for (index, text) in texts.enumerated() {
            defer {
                sum.add(text)
                sum.add(CollectionOfOne(UInt8(ascii: "\n")))
            }
            if index % 4096 == 4095 { progress(Double(index) / Double(texts.count)) }
            guard index > 0, !text.isEmpty else { continue }
            do throws(RecordingProblem) {
                let fields = try LineFields(text, line: index + 1)
                if fields.value["k"]?.text == "end" {
                    isComplete = true
                    problems += Self.problems(of: fields, count: index, sum)
                } else if let line = try RecordedLine(fields) {
                    lines.append(line)
                }
            } catch {
                // The last line without its end was torn: that is said by `isCut`.
                if isComplete || index < texts.count - 1 { problems.append(error) }
            }
        }
        self.lines = lines
        self.problems = problems
        isCut = !isComplete
    }

    private static func problems(of fields: LineFields, count: Int, _ sum: Checksum) -> [RecordingProblem] {
        var problems: [RecordingProblem] = []
        if fields.known("lines", \.int) != count {
            problems.append(fields.problem("lines", "\(count), the number of lines before", "another number"))
        }
        if fields.known("sum", \.text) != sum.text {
            problems.append(fields.problem("sum", "the checksum of the lines before", "another one"))
        }
        return problems
    }

    /// Reads a file.
    ///
    /// - Throws: ``RecordingProblem``, or the error of the file system.
    public init(contentsOf file: URL) throws {
        try self.init(reading: Array(try Data(contentsOf: file)))
    }

    /// The scenes, in the order in which they were opened.
    public var scenes: [RecordedLine] { lines.filter { $0.kind == .open } }

    /// The states before and after each mutation, in order.
    ///
    /// - Parameter body: Called with each line; for a mutation with the states before and after it, as far as they are
    ///   known.
    public func forEachLine<Failure: Error>(
        _ body: (RecordedLine, (before: RecordedValue, after: RecordedValue)?) throws(Failure) -> Void
    ) throws(Failure) {
        var states: [Int: RecordedValue] = [:]
        for line in lines {
            guard let scene = line.scene, line.kind == .mutation else {
                if line.kind == .open, let scene = line.scene { states[scene] = line.value }
                try body(line, nil)
                continue
            }
            let before = states[scene] ?? .null
            var after = before
            // A state whose change does not fit is unknown until the next whole one.
            if let change = line.change, !after.apply(change) { after = .null }
            states[scene] = after
            try body(line, (before, after))
        }
    }
}

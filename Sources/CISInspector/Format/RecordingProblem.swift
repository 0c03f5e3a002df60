/// What is wrong with a line of a recording: the line, the field, what was expected, and what stands there.
public struct RecordingProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of the line in the file, counted from 1.
    public let line: Int
    /// The field. `nil` if it is the line as a whole.
    public let field: String?
    /// What was expected.
    public let expected: String
    /// What was found. It contains no value of the recording.
    public let found: String

    /// One sentence, such as `Line 12, field "rev": expected a whole number, found a text.`
    public var description: String {
        "Line \(line)\(field.map { ", field \"\($0)\"" } ?? ""): expected \(expected), found \(found)."
    }
}

/// The fields of a line while it is read.
struct LineFields {
    let line: Int
    let value: RecordedValue

    init(_ bytes: ArraySlice<UInt8>, line: Int) throws(RecordingProblem) {
        self.line = line
        do {
            value = try RecordedValue.read(bytes)
        } catch {
            throw RecordingProblem(
                line: line, field: nil, expected: error.expected, found: "something else at byte \(error.offset)")
        }
        guard case .object = value else {
            throw RecordingProblem(line: line, field: nil, expected: "an object", found: value.kind)
        }
    }

    func problem(_ field: String, _ expected: String, _ found: String) -> RecordingProblem {
        RecordingProblem(line: line, field: field, expected: expected, found: found)
    }

    /// A field that has to be there.
    func required<Value>(
        _ field: String, _ read: (RecordedValue) -> Value?, _ expected: String
    ) throws(RecordingProblem) -> Value {
        guard let value = value[field] else { throw problem(field, expected, "nothing") }
        guard let result = read(value) else { throw problem(field, expected, value.kind) }
        return result
    }

    static let microseconds = "a whole number of microseconds from 0 to 2^53"

    /// A field that may be missing. One of another kind counts as missing.
    func known<Value>(_ field: String, _ read: (RecordedValue) -> Value?) -> Value? { value[field].flatMap(read) }
}

extension RecordedValue {
    /// The greatest time. Two of them, in nanoseconds, fit into 64 bits.
    static let greatestTime = 1 << 53

    /// The number, if it is a time.
    var microseconds: Int? { int.flatMap { 0...Self.greatestTime ~= $0 ? $0 : nil } }
}

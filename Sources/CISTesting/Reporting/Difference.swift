/// The difference of two values, for a failure's message.
package enum Difference {
    /// Returns a message that two values differ, in the layout of all failures. `nil` if they are equal.
    ///
    /// - Parameter claim: The first line, such as "The state differs".
    static func message(_ claim: String, expected: Any, actual: Any) -> String? {
        text(expected: expected, actual: actual).map { message(claim, $0) }
    }

    /// A message that two lists differ.
    static func message<Element>(_ claim: String, expectedElements expected: [Element], actual: [Element]) -> String? {
        text(expectedElements: expected, actual: actual).map { message(claim, $0) }
    }

    static func message(_ claim: String, _ lines: String) -> String { "\(claim) (− expected, + actual):\n\(lines)" }

    /// The lines in which two values differ; `nil` if they are equal.
    ///
    /// The lines of different values can be equal. They then differ for example in a fraction of a second, in an
    /// element that is not listed, or in the identity of an object. In this case, values of system types are shown with
    /// their fields. If the lines are still equal, the paths of the parts that differ are returned.
    package static func text(expected: Any, actual: Any) -> String? {
        text(expected, actual) { Rendering.lines(of: $0, isRaw: $1) }
    }

    /// The lines in which two lists differ, each element on lines of its own.
    package static func text<Element>(expectedElements expected: [Element], actual: [Element]) -> String? {
        text(expected, actual) { list, isRaw in list.flatMap { Rendering.lines(of: $0, isRaw: isRaw) } }
    }

    private static func text<Value>(
        _ expected: Value, _ actual: Value, lines: (Value, _ isRaw: Bool) -> [String]
    ) -> String? {
        guard !areEqual(expected, actual) else { return nil }
        for isRaw in [false, true] {
            let diff = LineDiff.text(expected: lines(expected, isRaw), actual: lines(actual, isRaw))
            if let diff { return diff }
        }
        let paths = StateDifference.paths(from: expected, to: actual, limit: 20)
        return "The values look the same and differ in: \(paths.joined(separator: ", "))"
    }
}

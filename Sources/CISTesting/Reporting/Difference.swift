/// The difference of two values, for a failure's message.
package enum Difference {
    /// The lines in which two values differ; `nil` if they are equal.
    ///
    /// Values may differ in what their lines do not show: the fraction of a second, an element far down, an object's
    /// identity. Then the fields of such values are shown too, and failing that, the paths of what differs.
    package static func text(expected: Any, actual: Any) -> String? {
        guard !areEqual(expected, actual) else { return nil }
        for isRaw in [false, true] {
            let diff = LineDiff.text(
                expected: Rendering.lines(of: expected, isRaw: isRaw),
                actual: Rendering.lines(of: actual, isRaw: isRaw))
            if let diff { return diff }
        }
        let paths = StateDifference.paths(from: expected, to: actual, limit: 20)
        return "The values look the same and differ in: \(paths.joined(separator: ", "))"
    }
}

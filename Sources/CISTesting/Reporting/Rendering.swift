/// Values as text, for messages and differences.
package enum Rendering {
    /// The depth to which values are shown.
    package static let depthLimit = 12
    /// The approximate maximum number of lines for one value.
    package static let lineLimit = 2_000
    /// The maximum number of characters of a value on one line.
    static let width = 72

    /// A value as indented lines: one field or element per line, and small values on one line.
    ///
    /// Dictionaries and sets are sorted, strings are quoted. An object that contains itself is cut off with `…`, and so are
    /// values nested deeper than ``depthLimit``. A long collection shows its first 1,000 elements and counts the rest (`…
    /// 9,000 more`).
    ///
    /// - Parameters:
    ///   - value: Any value.
    ///   - isRaw: Whether dates, URLs, presented scenes and other types of the system are shown with their fields. Otherwise
    ///     they are shown by their description, which reads better but hides some differences.
    package static func lines(of value: Any, isRaw: Bool = false) -> [String] {
        var writer = LineWriter(isRaw: isRaw)
        writer.write(value, prefix: "", depth: 0)
        return writer.lines
    }

    /// A value on one line, cut off with `…` where it is too long.
    package static func summary(of value: Any, width: Int = 100) -> String {
        InlineWriter.text(of: value, width: width)
    }
}

/// Writes a value on several lines.
private struct LineWriter {
    private(set) var lines: [String] = []
    private var open: [ObjectIdentifier] = []
    private let isRaw: Bool

    init(isRaw: Bool) {
        self.isRaw = isRaw
    }

    mutating func write(_ value: Any, prefix: String, depth: Int) {
        let shape = DisplayedValue(of: value, isRaw: isRaw)
        let indentation = String(repeating: "  ", count: depth)
        guard !shape.parts.isEmpty || shape.hidden > 0 else { return lines.append(indentation + prefix + shape.open) }
        let isWhole = depth == 0 && shape.hasFields
        if !isWhole, let text = InlineWriter.fitting(value, width: Rendering.width, isRaw: isRaw, within: open) {
            return lines.append(indentation + prefix + text)
        }
        let isShown = shape.object.map { open.contains($0) } ?? false
        guard depth < Rendering.depthLimit, !isShown else {
            return lines.append("\(indentation)\(prefix)\(shape.open)…\(shape.close)")
        }
        lines.append(indentation + prefix + shape.open)
        shape.object.map { open.append($0) }
        writeParts(of: shape, indentation: indentation + "  ", depth: depth + 1)
        if shape.object != nil { open.removeLast() }
        lines.append(indentation + shape.close)
    }

    private mutating func writeParts(of shape: DisplayedValue, indentation: String, depth: Int) {
        var hidden = shape.hidden
        for (index, part) in shape.parts.enumerated() {
            guard lines.count < Rendering.lineLimit else {
                hidden += shape.parts.count - index
                break
            }
            write(part.value, prefix: part.label.map { $0 + ": " } ?? "", depth: depth)
        }
        if hidden > 0 { lines.append("\(indentation)… \(CountText.grouped(hidden)) more") }
    }
}

/// A value on one line.
func describe(_ value: Any) -> String { Rendering.summary(of: value) }

import Foundation

/// Text with placeholders, and lines that depend on a condition.
///
/// - `{{name}}` is replaced by a value, `{{?output|text}}` by the text if the condition holds.
/// - The lines after `//% if output`, or `//% if !output`, are kept only if the condition holds, up to `//% else` or
///   `//% end`. Conditions can be nested.
/// - The lines between `//% imports` and `//% end` are sorted as the formatter sorts imports.
package struct Template: Sendable {
    private let lines: [Substring]

    package init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns the text with its values. Lines that have become too long are broken.
    ///
    /// - Throws: ``GeneratorError`` for a name without a value and for a condition without an end: defects of the
    ///   template.
    package func render(_ values: [String: String], where conditions: Set<String>) throws -> String {
        var kept: [String] = []
        var open: [Block] = []
        for line in lines {
            // Most lines are not directives. Searching for `%` is faster than splitting them.
            let words = line.contains("%") ? line.split(separator: " ") : []
            guard words.first == "//%", let directive = words.dropFirst().first else {
                if open.allSatisfy(\.isKept) { kept += try filled(line, values, conditions) }
                continue
            }
            switch directive {
            case "if":
                let condition = words.dropFirst(2).joined(separator: " ")
                let isKept = condition.hasPrefix("!") != conditions.contains(condition.filter { $0 != "!" })
                open.append(Block(isKept: isKept))
            case "imports": open.append(Block(isKept: true, imports: kept.count))
            case "else" where !open.isEmpty: open[open.count - 1].isKept.toggle()
            case "end" where !open.isEmpty:
                guard let start = open.removeLast().imports else { continue }
                kept[start...] = Self.sortedImports(kept[start...])[...]
            default: throw GeneratorError("A template has the line '\(line)'.", remedy: Self.defect)
            }
        }
        try require(
            open.isEmpty, "A template has an `if` without its `end`.", remedy: Self.defect)
        return kept.joined(separator: "\n")
    }

    private struct Block {
        var isKept: Bool
        /// The line at which imports begin.
        var imports: Int?
    }

    /// Sorts import lines by module, without doubles. Testable imports come last, in a block of their own.
    static func sortedImports(_ lines: some Sequence<String>) -> [String] {
        func module(_ line: String) -> String { String(line.split(separator: " ").last ?? "") }
        let sorted = Set(lines).filter { !$0.isEmpty }.sorted { module($0) < module($1) }
        let plain = sorted.filter { !$0.hasPrefix("@") }
        let testable = sorted.filter { $0.hasPrefix("@") }
        return testable.isEmpty ? plain : plain + [""] + testable
    }

    private func filled(
        _ line: Substring, _ values: [String: String], _ conditions: Set<String>
    ) throws -> [String] {
        var result = ""
        var rest = line
        while let open = rest.range(of: "{{"), let close = rest[open.upperBound...].range(of: "}}") {
            let name = String(rest[open.upperBound..<close.lowerBound])
            let value = try require(
                Self.conditional(name, conditions) ?? values[name], "A template asks for '\(name)'.",
                remedy: Self.defect)
            result += rest[..<open.lowerBound] + value
            rest = rest[close.upperBound...]
        }
        result += rest
        return result.split(separator: "\n", omittingEmptySubsequences: false).flatMap { LineWrapper.wrap(String($0)) }
    }

    private static func conditional(_ place: String, _ conditions: Set<String>) -> String? {
        guard place.hasPrefix("?"), let bar = place.firstIndex(of: "|") else { return nil }
        let condition = place[place.index(after: place.startIndex)..<bar]
        return conditions.contains(String(condition)) ? String(place[place.index(after: bar)...]) : ""
    }

    private static let defect = "Report it: it is a defect."
}

import Foundation

/// Text with places that are filled in, and lines that depend on a condition.
///
/// `{{name}}` is replaced by a value, `{{?output|text}}` by the text if the condition holds. A line `//% if output`, or `//% if !output`, begins lines that are kept only if the
/// condition holds; `//% else` and `//% end` close it. Conditions nest.
package struct Template {
    private let lines: [Substring]

    package init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Fills in the values, leaves out what does not hold, and breaks lines that have become too long.
    ///
    /// - Throws: ``GeneratorError`` for a name that has no value and for a condition that is not closed: a defect of the
    ///   template.
    package func render(_ values: [String: String], where conditions: Set<String>) throws -> String {
        var kept: [String] = []
        var open: [Bool] = []
        for line in lines {
            // Most lines are none, and need not be taken apart to see it.
            let words = line.contains("%") ? line.split(separator: " ") : []
            guard words.first == "//%", let directive = words.dropFirst().first else {
                if open.allSatisfy({ $0 }) {
                    let filled = try fill(line, values, conditions)
                    kept += filled.split(separator: "\n", omittingEmptySubsequences: false)
                        .flatMap { LineWrapper.wrap(String($0)) }
                }
                continue
            }
            switch directive {
            case "if":
                let condition = words.dropFirst(2).joined(separator: " ")
                open.append(condition.hasPrefix("!") != conditions.contains(condition.filter { $0 != "!" }))
            case "else" where !open.isEmpty: open[open.count - 1].toggle()
            case "end" where !open.isEmpty: open.removeLast()
            default: throw GeneratorError("A template has the line '\(line)'.", remedy: "Report it: it is a defect.")
            }
        }
        guard open.isEmpty else {
            throw GeneratorError("A template has an `if` without its `end`.", remedy: "Report it: it is a defect.")
        }
        return kept.joined(separator: "\n")
    }

    private func fill(_ line: Substring, _ values: [String: String], _ conditions: Set<String>) throws -> String {
        var result = ""
        var rest = line
        while let open = rest.range(of: "{{"), let close = rest[open.upperBound...].range(of: "}}") {
            let name = String(rest[open.upperBound..<close.lowerBound])
            guard let value = Self.conditional(name, conditions) ?? values[name] else {
                throw GeneratorError("A template asks for '\(name)'.", remedy: "Report it: it is a defect.")
            }
            result += rest[..<open.lowerBound] + value
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    private static func conditional(_ place: String, _ conditions: Set<String>) -> String? {
        guard place.hasPrefix("?"), let bar = place.firstIndex(of: "|") else { return nil }
        let condition = place[place.index(after: place.startIndex)..<bar]
        return conditions.contains(String(condition)) ? String(place[place.index(after: bar)...]) : ""
    }
}

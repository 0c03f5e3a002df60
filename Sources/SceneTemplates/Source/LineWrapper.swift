import Foundation

/// Breaks lines of generated code that a long name makes too long, as the formatter does.
enum LineWrapper {
    static let limit = 120

    /// Returns the line, or the lines that replace it.
    ///
    /// A type, or a list in brackets, gets a line of its own. If the list is still too long, each element gets a line.
    static func wrap(_ line: String) -> [String] {
        guard line.count > limit, !line.drop(while: { $0 == " " }).hasPrefix("//") else { return [line] }
        let indentation = String(line.prefix { $0 == " " })
        if let parts = split(line, after: ": ") ?? split(line, after: " = ") {
            return [parts.head, indentation + "    " + parts.rest]
        }
        guard let list = outermostList(line) else { return [line] }
        let inner = indentation + "    "
        let together = inner + list.elements.joined(separator: ", ")
        let apart = list.elements.dropLast().map { inner + $0 + "," } + [inner + (list.elements.last ?? "")]
        let middle = together.count <= limit ? [together] : apart
        return [list.head] + middle.flatMap(wrap) + wrap(indentation + list.tail)
    }

    /// Splits the line after a name, or after a field with its modifiers.
    private static func split(_ line: String, after sign: String) -> (head: String, rest: String)? {
        guard let range = line.range(of: sign), !line.hasSuffix("{") else { return nil }
        let head = line[..<range.upperBound]
        guard !head.replacingOccurrences(of: "package(set)", with: "").contains(where: { "([<{".contains($0) }) else {
            return nil
        }
        return (String(head.dropLast()), String(line[range.upperBound...]))
    }

    /// Returns the elements in the first parentheses that are not empty and not inside other brackets, and the text
    /// before and after them.
    private static func outermostList(_ line: String) -> (head: String, elements: [String], tail: String)? {
        let source = SourceText(line, withStrings: true)
        let open = source.outside(of: source.tokens.indices).first { index in
            source.token(index, is: "(") && source.partner[index].map { $0 > index + 1 } ?? false
        }
        guard let open, let close = source.partner[open] else { return nil }
        let commas = source.outside(of: open + 1..<close).filter { source.token($0, is: ",") }
        let elements = zip([open] + commas, commas + [close]).map { start, end in
            source.source(source.tokens[start].range.upperBound..<source.tokens[end].range.lowerBound)
        }
        return (
            source.source(0..<source.tokens[open].range.upperBound),
            elements.map { String($0.drop { $0 == " " }) },
            source.source(source.tokens[close].range.lowerBound..<source.bytes.count)
        )
    }
}

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
        let head = String(line[..<line.index(after: list.open)])
        let tail = indentation + line[list.close...]
        let inner = indentation + "    "
        let together = inner + list.elements.joined(separator: ", ")
        let middle =
            together.count <= limit
            ? [together]
            : list.elements.enumerated().map { index, element in
                inner + element + (index + 1 < list.elements.count ? "," : "")
            }
        return [head] + middle.flatMap(wrap) + wrap(tail)
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

    private struct List {
        var open: String.Index
        var close: String.Index
        var elements: [String]
    }

    /// Returns the first pair of parentheses that is not empty and not inside other brackets.
    private static func outermostList(_ line: String) -> List? {
        var depth = 0
        var open: String.Index?
        var start = line.startIndex
        var elements: [String] = []
        var found: List?
        for index in line.indices {
            switch line[index] {
            case "(":
                depth += 1
                if depth == 1 {
                    open = index
                    start = line.index(after: index)
                    elements = []
                }
            case "<", "[", "{": depth += 1
            case ",":
                guard depth == 1, open != nil else { continue }
                elements.append(trimmed(line[start..<index]))
                start = line.index(after: index)
            case ")":
                depth -= 1
                guard depth == 0, let begin = open else { continue }
                elements.append(trimmed(line[start..<index]))
                if found == nil, elements != [""] { found = List(open: begin, close: index, elements: elements) }
                open = nil
            case "]", "}": depth -= 1
            case ">":
                // The `>` of an arrow closes nothing.
                if index > line.startIndex, line[line.index(before: index)] != "-" { depth -= 1 }
            default: break
            }
        }
        return found
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " })
    }
}

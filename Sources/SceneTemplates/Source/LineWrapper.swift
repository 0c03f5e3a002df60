import Foundation

/// Breaks lines of generated code that a long name has made too long, the way the formatter does it.
enum LineWrapper {
    static let limit = 120

    /// The line, or the lines that take its place.
    ///
    /// A type goes to a line of its own, and so does a list in brackets; if that is too long as well, each element does.
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

    /// In two, where the first part is one name, or a field and its modifiers.
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

    /// The last pair of round brackets that is not inside another and not empty.
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
                // Not the arrow.
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

/// A table in a Markdown text.
struct MarkdownTable {
    struct Row {
        /// The line in the text, counted from 1.
        var line: Int
        var cells: [String]
    }

    /// The nearest heading above the table.
    var heading: String?
    /// The header line, with the names of the columns.
    var header: Row
    var rows: [Row] = []

    /// The tables of a text, outside of code blocks.
    static func tables(in text: String) -> [MarkdownTable] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        var tables: [MarkdownTable] = []
        var heading: String?
        var isCode = false
        var isTable = false
        for (index, line) in lines.enumerated() {
            if line.trimmed.hasPrefix("```") { isCode.toggle() }
            guard !isCode else {
                isTable = false
                continue
            }
            if line.hasPrefix("#") { heading = line.drop { $0 == "#" }.trimmed }
            if isTable, line.contains("|") {
                // The separator line below the header.
                if index == tables[tables.count - 1].header.line { continue }
                tables[tables.count - 1].rows.append(Row(line: index + 1, cells: cells(of: line)))
            } else if line.contains("|"), index + 1 < lines.count, isSeparator(lines[index + 1]) {
                isTable = true
                tables.append(MarkdownTable(heading: heading, header: Row(line: index + 1, cells: cells(of: line))))
            } else {
                isTable = false
            }
        }
        return tables
    }

    /// Whether a line separates header and rows: `|---|:--:|`.
    private static func isSeparator(_ line: String) -> Bool {
        guard line.contains("-"), line.contains("|") else { return false }
        return cells(of: line).allSatisfy { cell in
            let dashes = cell.drop { $0 == ":" }.prefix { $0 == "-" }
            return !dashes.isEmpty && cell.allSatisfy { $0 == "-" || $0 == ":" }
        }
    }

    /// The cells of a line. `\|`, `\\` and `<br>` are replaced by the characters that they stand for.
    static func cells(of line: String) -> [String] {
        var cells: [String] = []
        var cell = ""
        var rest = line.trimmed[...]
        if rest.hasPrefix("|") { rest.removeFirst() }
        while let character = rest.popFirst() {
            if character == "\\", let next = rest.first, "\\|<".contains(next) {
                cell.append(rest.removeFirst())
            } else if character == "|" {
                cells.append(cell.trimmed)
                cell = ""
            } else if character == "<", let end = ["br>", "br/>", "br />"].first(where: { rest.hasPrefix($0) }) {
                cell.append("\n")
                rest.removeFirst(end.count)
            } else {
                cell.append(character)
            }
        }
        // Text after the last | is a cell only if the lines do not end with |.
        if !cell.trimmed.isEmpty || !line.trimmed.hasSuffix("|") { cells.append(cell.trimmed) }
        return cells
    }

    /// A line of cells, which ``cells(of:)`` can read. `|` and line breaks are escaped.
    static func line(of cells: [String]) -> String {
        "| " + cells.map { escaped($0.trimmed) }.joined(separator: " | ") + " |"
    }

    /// The separator line below a header.
    static func separator(columns: Int) -> String {
        "|" + String(repeating: "---|", count: columns)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\", "|", "<": result += "\\\(character)"
            case _ where character.isNewline: result += "<br>"
            default: result.append(character)
            }
        }
        return result
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(
            start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)])
    }
}

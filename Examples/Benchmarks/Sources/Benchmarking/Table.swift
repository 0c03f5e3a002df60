import Foundation

/// Aligned rows of text: the first column to the left, the others to the right.
package struct Table {
    private var rows: [[String]]

    package init(_ header: [String]) {
        rows = [header]
    }

    package mutating func add(_ row: [String]) {
        rows.append(row)
    }

    package var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.compactMap { $0.dropFirst(column).first?.count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }
            return cells.joined(separator: "  ").trimmingSpacesAtEnd
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    fileprivate var trimmingSpacesAtEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

extension Double {
    /// The number with a fixed number of decimals.
    package func formatted(_ digits: Int) -> String {
        String(format: "%.\(digits)f", self)
    }

    /// Nanoseconds with as many digits as are meaningful.
    package var nanoseconds: String { formatted(self < 100 ? 1 : 0) }
}

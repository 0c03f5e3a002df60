/// A specification in the form of a table, read from Markdown. Use it to run a test for each row.
///
/// ```swift
/// static let table = Result { try SpecificationTable(markdown: text) }
///
/// @Test(arguments: try table.get().rows) func scenario(
///     _ row: SpecificationTable.Row
/// ) async throws {
///     try await bindings.run(row)
/// }
/// ```
///
/// In a cell, `\|` stands for `|`, and `<br>` for a line break. See ``ScenarioBindings`` for the code.
public struct SpecificationTable: Sendable {
    /// One scenario of the table.
    public struct Row: Sendable, Hashable, Identifiable, CustomStringConvertible {
        /// The name that binds the row to code. Unique within the table.
        public let name: String
        /// The line of the text, counted from 1.
        public let line: Int
        fileprivate let cells: [String: String]

        /// The cell in a column. `nil` if there is no such column.
        ///
        /// - Parameter column: The column's name. Case does not matter.
        public subscript(column: String) -> String? { cells[column.lowercased()] }

        /// The name.
        public var id: String { name }
        /// The name. Parameterised tests show it.
        public var description: String { name }
    }

    /// The names of the columns.
    public let columns: [String]
    /// The rows, in the order of the text. There is at least one.
    public let rows: [Row]

    /// Reads a table. The column `Scenario` names the rows; without one, the first column does.
    ///
    /// - Parameters:
    ///   - markdown: The text. Tables in code blocks are ignored.
    ///   - section: The heading above the table. The default is the first table of the text.
    /// - Throws: ``SpecificationError`` if there is no such table or section, if a row has too many or too few cells, or if a
    ///   name is missing or not unique.
    public init(markdown: String, section: String? = nil) throws(SpecificationError) {
        let table = try Self.table(in: markdown, section: section)
        columns = table.header.cells
        let keys = columns.map { $0.lowercased() }
        if let twice = keys.indices.first(where: { keys[..<$0].contains(keys[$0]) }) {
            throw SpecificationError(
                line: table.header.line, "The column “\(columns[twice])” occurs twice. Rename one of them.")
        }
        let naming = keys.contains("scenario") ? "scenario" : keys.first ?? ""
        guard !table.rows.isEmpty else {
            throw SpecificationError(line: table.header.line, "The table has no rows. Write one below |---|.")
        }
        var rows: [Row] = []
        var lines: [String: Int] = [:]
        for row in table.rows {
            let cells = Dictionary(zip(keys, try row.checked(columns: keys.count))) { first, _ in first }
            let name = cells[naming] ?? ""
            if name.isEmpty {
                throw SpecificationError(line: row.line, "The row has no name. Fill the column “\(naming)”.")
            }
            if let former = lines.updateValue(row.line, forKey: name) {
                throw SpecificationError(line: row.line, "“\(name)” is already the name of line \(former). Rename one.")
            }
            rows.append(Row(name: name, line: row.line, cells: cells))
        }
        self.rows = rows
    }

    private static func table(in markdown: String, section: String?) throws(SpecificationError) -> MarkdownTable {
        let tables = MarkdownTable.tables(in: markdown)
        if let table = tables.first(where: { section == nil || $0.heading == section }) { return table }
        let form = "A table is a line of names between |, a line |---|---|, and a line for each row."
        guard let section else { throw SpecificationError(line: nil, "There is no table. \(form)") }
        let headings = tables.compactMap(\.heading).map { "“\($0)”" }.joined(separator: ", ")
        throw SpecificationError(
            line: nil,
            "There is no table below a heading “\(section)”. "
                + (headings.isEmpty ? form : "There are tables below: \(headings)."))
    }
}

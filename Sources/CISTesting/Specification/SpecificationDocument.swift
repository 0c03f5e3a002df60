/// A specification as Markdown: a table of scenarios, and a table of the cases that they exercise.
package struct SpecificationDocument {
    private static let columns = ["Id", "Feature", "Scenario", "Given", "When", "Then", "Result"]
    private static let caseColumns = ["Scene", "Kind", "No scenario exercises", "Exercised"]
    private static let caseHeading = "## Cases that no scenario exercises"
    private static let unknown = "unknown"
    private static let none = "—"
    private static let newHead = """
        # Specification

        The scenarios wrote this table, because the environment variable `SPECIFICATION` named this file. Text above the
        table is kept. To remove rows of scenarios that no longer exist, delete the file and run all tests.
        """

    private var head: String
    private var rows: [ScenarioRow] = []
    private var cases: [DefinitionCases] = []
    /// The unexercised cases as the file lists them, by definition and kind. They stay unchanged until a scenario with
    /// a scene of that definition is merged.
    private var listed: [String: [DefinitionCases.Kind: [String]]] = [:]

    /// Reads a written specification. An empty text is an empty specification.
    ///
    /// - Throws: ``SpecificationError`` if the text is not empty and has no table, or a table with other columns.
    package init(markdown: String) throws(SpecificationError) {
        guard !markdown.trimmed.isEmpty else {
            head = Self.newHead
            return
        }
        let tables = MarkdownTable.tables(in: markdown)
        guard let table = tables.first(where: { $0.header.cells == Self.columns }) else {
            throw SpecificationError(
                line: nil,
                "There is no table with the columns \(Self.columns.joined(separator: ", ")). Delete the file to have it "
                    + "written anew.")
        }
        let lines = markdown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        head = lines[..<(table.header.line - 1)].joined(separator: "\n").trimmed
        for row in table.rows { rows.append(try Self.scenario(row)) }
        for row in tables.first(where: { $0.header.cells == Self.caseColumns })?.rows ?? [] { try addCases(row) }
    }

    private static func scenario(_ row: MarkdownTable.Row) throws(SpecificationError) -> ScenarioRow {
        let cells = try row.checked(columns: columns.count)
        return ScenarioRow(
            ids: list(cells[0]), feature: cells[1], scenario: cells[2], givenText: cells[3], whenText: cells[4],
            thenText: cells[5],
            passed: cells[6] == "✓")
    }

    private mutating func addCases(_ row: MarkdownTable.Row) throws(SpecificationError) {
        let cells = try row.checked(columns: Self.caseColumns.count)
        guard let kind = DefinitionCases.Kind(rawValue: cells[1]) else {
            throw SpecificationError(line: row.line, "“\(cells[1])” is not Action, UseCase or Mutation. Correct it.")
        }
        let index = cases.firstIndex { $0.definition == cells[0] } ?? cases.endIndex
        if index == cases.endIndex { cases.append(DefinitionCases(definition: cells[0])) }
        cases[index].add(Self.list(cells[3]), kind: kind)
        if cells[2] != Self.unknown { listed[cells[0], default: [:]][kind] = Self.list(cells[2]) }
    }

    private static func list(_ cell: String) -> [String] {
        cell == none || cell.isEmpty ? [] : cell.split(separator: ",").map(\.trimmed)
    }

    /// Adds a scenario, or replaces the one with the same feature, name and ids. Also adds the cases that it has
    /// exercised.
    package mutating func merge(_ row: ScenarioRow, exercised: [DefinitionCases]) {
        let row = row.asWritten
        rows.removeAll { $0.feature == row.feature && $0.scenario == row.scenario && $0.ids == row.ids }
        rows.append(row)
        rows.sort(by: ScenarioRow.precedes)
        for new in exercised {
            listed[new.definition] = nil
            if let index = cases.firstIndex(where: { $0.definition == new.definition }) {
                cases[index].merge(new)
            } else {
                cases.append(new)
            }
        }
        cases.sort { NaturalOrder.precedes($0.definition, $1.definition) }
    }

    /// The Markdown text, which ``init(markdown:)`` can read.
    package var markdown: String {
        var lines = [
            head, "", MarkdownTable.line(of: Self.columns), MarkdownTable.separator(columns: Self.columns.count),
        ]
        for row in rows {
            lines.append(
                MarkdownTable.line(of: [
                    row.ids.joined(separator: ", "), row.feature, row.scenario, row.givenText, row.whenText,
                    row.thenText,
                    row.passed ? "✓" : "✗",
                ]))
        }
        guard !cases.isEmpty else { return lines.joined(separator: "\n") + "\n" }
        lines += ["", Self.caseHeading, ""]
        lines += [MarkdownTable.line(of: Self.caseColumns), MarkdownTable.separator(columns: Self.caseColumns.count)]
        for definition in cases {
            for kind in DefinitionCases.Kind.allCases {
                let exercised = definition.exercised[kind]?.sorted(by: NaturalOrder.precedes) ?? []
                let unexercised = listed[definition.definition]?[kind] ?? definition.unexercised(kind)
                lines.append(
                    MarkdownTable.line(of: [
                        definition.definition, kind.rawValue, unexercised.map(Self.text) ?? Self.unknown,
                        Self.text(exercised),
                    ]))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(_ cases: [String]) -> String { cases.isEmpty ? none : cases.joined(separator: ", ") }
}

extension ScenarioRow {
    /// The row with the texts that it would have after it was written and read again.
    fileprivate var asWritten: ScenarioRow {
        var row = self
        for text in [\ScenarioRow.feature, \.scenario, \.givenText, \.whenText, \.thenText] {
            row[keyPath: text] = MarkdownTable.cells(of: MarkdownTable.line(of: [self[keyPath: text]])).first ?? ""
        }
        return row
    }
}

extension MarkdownTable.Row {
    /// The cells of a row. Throws if their number differs from that of the columns.
    func checked(columns: Int) throws(SpecificationError) -> [String] {
        guard cells.count != columns else { return cells }
        throw SpecificationError(
            line: line,
            "There are \(CountText.of(cells.count, "cell")) for \(CountText.of(columns, "column")). Write one cell for each "
                + "column; a | inside of a cell is written \\|.")
    }
}

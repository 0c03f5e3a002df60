import CIS
import CISTesting
import Testing

/// The text of a specification.
@Suite struct `Specifications: texts` {
    enum Shop: SceneDefinition {
        enum Action: Sendable { case opened, bought(String), closed }
        enum UseCase: Sendable { case buy(String) }
        struct Mutation: Sendable {}
        struct State: SceneState { var domainState = 0 }
    }

    private func exercised(_ actions: [Shop.Action], _ useCases: [Shop.UseCase] = []) -> DefinitionCases {
        var cases = DefinitionCases(Shop.self)
        for action in actions { cases.note(.action(action)) }
        for useCase in useCases { cases.note(.useCase(useCase)) }
        return cases
    }

    @Test func `rows are sorted by feature and in natural order, and have their result`() throws {
        var document = try SpecificationDocument(markdown: "")
        document.merge(ScenarioRow(ids: ["UR-10"], feature: "Upload", scenario: "ten", passed: true), exercised: [])
        document.merge(ScenarioRow(ids: ["UR-9"], feature: "Upload", scenario: "nine", passed: false), exercised: [])
        document.merge(
            ScenarioRow(
                ids: ["AR-1", "AR-2"], feature: "Add", scenario: "first", givenText: "five images",
                whenText: "one more",
                thenText: "a toast", passed: true), exercised: [])
        #expect(
            document.markdown.hasSuffix(
                """
                | Id | Feature | Scenario | Given | When | Then | Result |
                |---|---|---|---|---|---|---|
                | AR-1, AR-2 | Add | first | five images | one more | a toast | ✓ |
                | UR-9 | Upload | nine |  |  |  | ✗ |
                | UR-10 | Upload | ten |  |  |  | ✓ |

                """))
        #expect(document.markdown.hasPrefix("# Specification\n\nThe scenarios wrote this table"))
    }

    @Test func `a scenario that runs again replaces its row, and others stay`() throws {
        var document = try SpecificationDocument(markdown: "")
        document.merge(ScenarioRow(feature: "F", scenario: "a", passed: false), exercised: [])
        document.merge(ScenarioRow(feature: "F", scenario: "b", passed: true), exercised: [])
        document = try SpecificationDocument(markdown: document.markdown)
        document.merge(ScenarioRow(feature: "F", scenario: "a", givenText: "now", passed: true), exercised: [])
        let rows = document.markdown.split(separator: "\n").filter { $0.contains("| F |") }
        #expect(rows == ["|  | F | a | now |  |  | ✓ |", "|  | F | b |  |  |  | ✓ |"])
    }

    @Test(arguments: [
        "a | b", "a\nb\r\nc", "C:\\path\\|x", "<br> is text", "최대 5장까지\n첨부할 수 있습니다 :)", "  ends with \\", "|", "\\",
        "a<b>c",
    ])
    func `any text is read back unchanged, and takes one line`(text: String) throws {
        let row = ScenarioRow(
            feature: text, scenario: text, givenText: text, whenText: text, thenText: text, passed: true)
        var document = try SpecificationDocument(markdown: "")
        document.merge(row, exercised: [])
        let first = document.markdown
        #expect(first.split(separator: "\n").count { $0.hasSuffix("✓ |") } == 1)
        document = try SpecificationDocument(markdown: first)
        #expect(document.markdown == first)
        document.merge(row, exercised: [])
        #expect(document.markdown == first)
        let table = try SpecificationTable(markdown: first)
        #expect(table.rows.first?["then"] == text.replacing("\r\n", with: "\n").trimmingSpaces)
    }

    @Test func `cases that no scenario exercises are listed by scene and kind`() throws {
        var document = try SpecificationDocument(markdown: "")
        document.merge(
            ScenarioRow(feature: "F", scenario: "a", passed: true), exercised: [exercised([.bought("x")], [.buy("x")])])
        #expect(
            document.markdown.hasSuffix(
                """

                ## Cases that no scenario exercises

                | Scene | Kind | No scenario exercises | Exercised |
                |---|---|---|---|
                | Shop | Action | opened, closed | bought |
                | Shop | UseCase | — | buy |
                | Shop | Mutation | unknown | — |

                """))
    }

    @Test func `cases that earlier runs exercised count, and removed cases do not`() throws {
        var document = try SpecificationDocument(markdown: "")
        document.merge(ScenarioRow(feature: "F", scenario: "a", passed: true), exercised: [exercised([.opened])])
        let text = document.markdown.replacing("| opened |", with: "| former, opened |")
        #expect(text != document.markdown)
        document = try SpecificationDocument(markdown: text)
        #expect(document.markdown == text)
        document.merge(ScenarioRow(feature: "F", scenario: "b", passed: true), exercised: [exercised([.closed])])
        #expect(document.markdown.contains("| Shop | Action | bought | closed, opened |"))
        document = try SpecificationDocument(markdown: document.markdown)
        document.merge(ScenarioRow(feature: "F", scenario: "c", passed: true), exercised: [])
        #expect(document.markdown.contains("| Shop | Action | bought | closed, opened |"))
    }

    @Test func `text above the table is kept`() throws {
        var document = try SpecificationDocument(markdown: "")
        document.merge(ScenarioRow(feature: "F", scenario: "a", passed: true), exercised: [])
        let head = "# 영수증\n\nOurs.\n\n```\n| no | table |\n|---|---|\n```"
        let table = document.markdown.drop { $0 != "|" }
        document = try SpecificationDocument(markdown: head + "\n\n" + table)
        document.merge(ScenarioRow(feature: "F", scenario: "b", passed: true), exercised: [])
        #expect(document.markdown.hasPrefix(head + "\n\n| Id |"))
        #expect(document.markdown.contains("| a |"))
    }

    @Test func `a text that is not a specification is refused, with a remedy`() {
        #expect(throws: SpecificationError.self) { try SpecificationDocument(markdown: "Some text.") }
        let broken = """
            | Id | Feature | Scenario | Given | When | Then | Result |
            |---|---|---|---|---|---|---|
            <<<<<<< HEAD
            | UR-1 | F | a | b | c | d |
            """.replacing("<<<<<<< HEAD\n", with: "")
        let error = #expect(throws: SpecificationError.self) { try SpecificationDocument(markdown: broken) }
        #expect(
            error?.description == "line 3: There are 6 cells for 7 columns. Write one cell for each column; "
                + "a | inside of a cell is written \\|.")
    }
}

extension String {
    /// Without white space at its ends.
    fileprivate var trimmingSpaces: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}

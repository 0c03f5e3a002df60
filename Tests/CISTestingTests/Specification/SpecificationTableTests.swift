import CISTesting
import Testing

/// Tables that are read from text.
@Suite struct `Specifications: tables` {
    private let text = """
        # 명세

        | no | table |

        ## Upload

        | id | rule |
        |---|:-:|
        | UR-12 | five images \\| limit<br>second line |
        UR-13 | without outer bars
        | - | - |

        ## Other

        | Id | Feature | Scenario |
        | --- | --- | --- |
        | AR-1 | Add | 견적을 요청한다 |

        | id | twice | id |
        |---|---|---|
        """

    @Test func `rows are named by the first column, or by the scenario's if there is one`() throws {
        let table = try SpecificationTable(markdown: text)
        #expect(table.columns == ["id", "rule"])
        #expect(table.rows.map(\.name) == ["UR-12", "UR-13", "-"])
        #expect(table.rows.map(\.line) == [9, 10, 11])
        #expect(table.rows[0]["RULE"] == "five images | limit\nsecond line")
        #expect(table.rows[0]["nothing"] == nil)
        let other = try SpecificationTable(markdown: text, section: "Other")
        #expect(other.rows.map(\.name) == ["견적을 요청한다"])
    }

    private func message(_ markdown: String, section: String? = nil) -> String? {
        do throws(SpecificationError) {
            _ = try SpecificationTable(markdown: markdown, section: section)
            return nil
        } catch { return error.description }
    }

    @Test func `an error is named with its line and the remedy`() {
        #expect(
            message("text")
                == "There is no table. A table is a line of names between |, a line |---|---|, and a line for each row."
        )
        #expect(message("```\n| a | b |\n|---|---|\n| 1 | 2 |\n```")?.hasPrefix("There is no table.") == true)
        #expect(
            message(text, section: "Nothing")
                == "There is no table below a heading “Nothing”. There are tables below: “Upload”, “Other”, “Other”.")
        #expect(message("| a | A |\n|---|---|") == "line 1: The column “A” occurs twice. Rename one of them.")
        #expect(message("x\n| a | b |\n|---|---|\n") == "line 2: The table has no rows. Write one below |---|.")
        #expect(
            message("| a | b |\n|---|---|\n| 1 | 2 | 3 |")
                == "line 3: There are 3 cells for 2 columns. Write one cell for each column; a | inside of a cell is written \\|."
        )
        #expect(message("| a | b |\n|---|---|\n|  | 2 |") == "line 3: The row has no name. Fill the column “a”.")
        #expect(
            message("| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |\n| x | 3 |")
                == "line 5: “x” is already the name of line 3. Rename one.")
    }

    @Test func `names that are canonically equal are the same name`() {
        let composed = "\u{AC00}", decomposed = "\u{1100}\u{1161}"
        #expect(message("| a |\n|---|\n| \(composed) |\n| \(decomposed) |")?.contains("already") == true)
    }
}

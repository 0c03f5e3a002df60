import CISTesting
import Foundation
import Testing
import XCTest

private let markdown = """
    | id | scenario | sum |
    |---|---|---|
    | A-1 | one and one | 2 |
    | A-2 | 둘 더하기 둘 | 4 |
    """

private let bindings: ScenarioBindings = [
    "one and one": { row in #expect(row["sum"] == "\(1 + 1)") },
    "둘 더하기 둘": { row in #expect(row["sum"] == "\(2 + 2)") },
]

/// Written as in the documentation: the bindings belong to the suite, so `#function` is “bindings” in all of them.
@MainActor private enum Bound {
    static let bindings: ScenarioBindings = [
        "UR-1 a line is noted": { row in
            await given(row["Given"] ?? "", ScriptedFixture(), .init()) { test in await test.when(.init("notes")) }
        },
        "testing (twice)": { row in
            await given(row["Given"] ?? "", ScriptedFixture(), .init()) { test in await test.when(.init("tests")) }
        },
    ]

    static let markdown = """
        | Id | Scenario | Given |
        |---|---|---|
        | UR-1, UR-2 | UR-1 a line is noted | nothing |
        | | testing (twice) | nothing |
        """
}

/// Rows that run code.
@MainActor @Suite struct `Specifications: rows that run code` {
    private struct Refused: Error {}

    private func failures(_ body: () async throws -> Void) async rethrows -> [String] {
        let caught = Caught()
        try await TestFailure.$sink.withValue(caught.sink) { try await body() }
        return caught.messages
    }

    @Test(arguments: try SpecificationTable(markdown: markdown).rows)
    func `a row runs its code`(row: SpecificationTable.Row) async throws {
        try await bindings.run(row)
    }

    @Test func `a table whose rows are all bound passes`() throws {
        bindings.check(against: try SpecificationTable(markdown: markdown))
    }

    @Test func `a row without code and code without a row fail with their names`() async throws {
        let table = try SpecificationTable(markdown: markdown)
        let wrong: ScenarioBindings = ["one and one": { _ in }, "three": { _ in }, " 넷": { _ in }]
        let messages = await failures { wrong.check(against: table) }
        #expect(
            messages == [
                "Line 4, “둘 더하기 둘”, has no code. Bind it in the ScenarioBindings.",
                "There is code for “three”, but no row with that name. Add the row, or remove the code.",
                "There is code for “넷”, but no row with that name. Add the row, or remove the code.",
            ])
    }

    @Test func `code that is bound twice fails`() async throws {
        var wrong = bindings
        wrong.bind("one and one ") { _ in }
        let table = try SpecificationTable(markdown: markdown)
        let messages = await failures { wrong.check(against: table) }
        #expect(messages == ["“one and one” is bound twice, and only the last is run. Remove one."])
    }

    @Test func `running a row without code fails at the caller's line`() async throws {
        let row = try #require(SpecificationTable(markdown: markdown).rows.last)
        let caught = Caught()
        try await TestFailure.$sink.withValue(caught.sink) {
            try await ScenarioBindings().run(row)
        }
        #expect(caught.messages == ["Line 4, “둘 더하기 둘”, has no code. Bind it in the ScenarioBindings."])
        #expect(caught.lines == [UInt(#line - 3)])
    }

    @Test func `in the written specification, scenarios have the names and ids of their rows`() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("bound-\(UUID()).md").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await Specification.$path.withValue(path) {
            for row in try SpecificationTable(markdown: Bound.markdown).rows { try await Bound.bindings.run(row) }
        }
        let table = try SpecificationTable(markdown: String(contentsOfFile: path, encoding: .utf8))
        #expect(table.rows.map(\.name) == ["a line is noted", "testing (twice)"])
        #expect(table.rows.map { $0["Id"] } == ["UR-1, UR-2", ""])
    }

    @Test func `an error of the code is rethrown`() async throws {
        let row = try #require(SpecificationTable(markdown: markdown).rows.first)
        let throwing: ScenarioBindings = ["one and one": { _ in throw Refused() }]
        await #expect(throws: Refused.self) { try await throwing.run(row) }
    }
}

/// The same tests with XCTest.
final class ScenarioBindingsXCTests: XCTestCase {
    @MainActor
    func testEveryRowRuns() async throws {
        let table = try SpecificationTable(markdown: markdown)
        var sums: [String] = []
        let collected = Box()
        let bindings: ScenarioBindings = [
            "one and one": { row in collected.sums.append(row["sum"] ?? "") },
            "둘 더하기 둘": { row in collected.sums.append(row["sum"] ?? "") },
        ]
        bindings.check(against: table)
        for row in table.rows { try await bindings.run(row) }
        sums = collected.sums
        XCTAssertEqual(sums, ["2", "4"])
    }

    @MainActor private final class Box { var sums: [String] = [] }
}

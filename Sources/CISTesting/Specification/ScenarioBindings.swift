/// Binds code to the rows of a ``SpecificationTable`` by their names.
///
/// ```swift
/// let bindings: ScenarioBindings = [
///     "a sixth image is refused": { row in
///         await given(row["Given"] ?? "", Upload(), .holding(5)) { … }
///     },
/// ]
///
/// @Test func `every row has code`() throws {
///     try bindings.check(against: table.get())
/// }
/// @Test(arguments: try table.get().rows) func row(
///     _ row: SpecificationTable.Row
/// ) async throws {
///     try await bindings.run(row)
/// }
/// ```
///
/// In XCTest, run the rows in a loop: `for row in table.rows { try await bindings.run(row) }`.
public struct ScenarioBindings: Sendable, ExpressibleByDictionaryLiteral {
    /// The code of a row.
    public typealias Body = @MainActor @Sendable (SpecificationTable.Row) async throws -> Void

    private var bodies: [String: Body] = [:]
    private var twice: [String] = []

    /// Binds code to the names of rows.
    public init(dictionaryLiteral elements: (String, Body)...) {
        for (name, body) in elements { bind(name, to: body) }
    }

    /// Binds code to the name of a row.
    ///
    /// - Parameters:
    ///   - name: The name of the row. White space at its ends is ignored.
    ///   - body: The code.
    public mutating func bind(_ name: String, to body: @escaping Body) {
        if bodies.updateValue(body, forKey: name.trimmed) != nil { twice.append(name.trimmed) }
    }

    /// Fails the test for rows without code, code without a row, and names that are bound twice. Nothing is run.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func check(
        against table: SpecificationTable, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        for row in table.rows where bodies[row.name] == nil {
            TestFailure(message: missing(row), place: place).report()
        }
        let names = Set(table.rows.map(\.name))
        for name in bodies.keys.sorted(by: NaturalOrder.precedes) where !names.contains(name) {
            let message = "There is code for “\(name)”, but no row with that name. Add the row, or remove the code."
            TestFailure(message: message, place: place).report()
        }
        for name in twice {
            let message = "“\(name)” is bound twice, and only the last is run. Remove one."
            TestFailure(message: message, place: place).report()
        }
    }

    /// Runs the code of a row. Fails the test if the row has no code.
    ///
    /// In a written specification, the scenarios of the code get the name and the ids of the row. The ids are those of the
    /// column `Id`, and those at the beginning of the name.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Throws: The error of the code.
    @MainActor
    public func run(
        _ row: SpecificationTable.Row, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) async throws {
        guard let body = bodies[row.name] else {
            let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
            return TestFailure(message: missing(row), place: place).report()
        }
        try await ScenarioName.$ofRow.withValue(ScenarioName(row: row)) { try await body(row) }
    }

    private func missing(_ row: SpecificationTable.Row) -> String {
        "Line \(row.line), “\(row.name)”, has no code. Bind it in the ScenarioBindings."
    }
}

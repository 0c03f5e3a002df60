extension SourcePlace {
    /// The place of a failure without a known line: a call of a double outside of a scenario.
    static let unknown = SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
}

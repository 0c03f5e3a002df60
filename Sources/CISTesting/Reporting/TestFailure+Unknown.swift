extension SourcePlace {
    /// Where nothing better is known: a call of a double outside every scenario.
    static let unknown = SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
}

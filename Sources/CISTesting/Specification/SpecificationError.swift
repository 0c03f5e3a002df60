/// An error in a table of specifications, with its line and the remedy.
public struct SpecificationError: Error, CustomStringConvertible, Equatable {
    /// The line of the text that caused the error, counted from 1. `nil` if no single line did.
    public let line: Int?
    /// The error and its remedy.
    public let message: String

    init(line: Int?, _ message: String) {
        self.line = line
        self.message = message
    }

    /// Line and message.
    public var description: String { (line.map { "line \($0): " } ?? "") + message }
}

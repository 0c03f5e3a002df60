/// What is wrong with a table of specifications, where, and what to do about it.
public struct SpecificationError: Error, CustomStringConvertible, Equatable {
    /// The line of the text, counted from 1, if one is to blame.
    public let line: Int?
    /// What is wrong, and the remedy.
    public let message: String

    init(line: Int?, _ message: String) {
        self.line = line
        self.message = message
    }

    /// Line and message.
    public var description: String { (line.map { "line \($0): " } ?? "") + message }
}

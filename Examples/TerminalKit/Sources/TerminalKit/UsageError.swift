/// An error in the arguments or in a command. The text names the value and the remedy.
public struct UsageError: Error, CustomStringConvertible {
    /// The text.
    public let description: String

    /// Creates an error with a text.
    public init(_ description: String) { self.description = description }
}

/// An error in a line of a script.
public struct ScriptError: Error, CustomStringConvertible {
    /// The number of the line, counted from 1.
    public let line: Int
    /// What is wrong with it.
    public let error: any Error

    /// The number of the line, and the error.
    public var description: String { "line \(line): \(error)" }
}
